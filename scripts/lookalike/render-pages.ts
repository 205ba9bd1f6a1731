import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { Transformer } from '@napi-rs/image'
import type { PageView, Picture } from '@signet/detection/lookalike/page-view'
import { type Browser, chromium as browserType, type Page } from 'playwright-core'
import { chromium, noChromium } from '../test/chromium.ts'
import { type CorpusBrand, logoSvg } from './brands.ts'
import type { CorpusPage } from './corpus-pages.ts'

const readInPage = fs.readFileSync(new URL('./read-in-page.js', import.meta.url), 'utf8')
type ReadPage = Omit<PageView, 'address' | 'html' | 'picture'>

const viewport = { width: 1366, height: 900 }

/** Renders pages in a Chromium of this machine. */
export class Renderer {
  readonly #browser: Browser
  readonly #page: Page

  private constructor(browser: Browser, page: Page) {
    this.#browser = browser
    this.#page = page
  }

  static async start(): Promise<Renderer> {
    const executablePath = chromium()
    if (!executablePath) throw new Error(noChromium)
    const browser = await browserType.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
    return new Renderer(browser, await browser.newPage({ viewport }))
  }

  /** A page as a capture shows it. Nothing is loaded from anywhere. */
  async view({ html, address }: CorpusPage): Promise<PageView> {
    await this.#page.unrouteAll()
    await this.#page.route('**/*', (route) =>
      route.request().url() === address
        ? route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' })
        : route.abort(),
    )
    await this.#page.goto(address, { waitUntil: 'load' })
    const read = await this.#page.evaluate<ReadPage>(readInPage)
    const icons = read.icons.map((icon) => createHash('sha256').update(icon).digest('hex'))
    return {
      ...read,
      address,
      html: await this.#page.content(),
      icons,
      picture: picture(await this.#page.screenshot()),
    }
  }

  /** The logo that the company uploads: symbol and name, without a ground. */
  async logo(brand: CorpusBrand): Promise<Picture> {
    const svg = logoSvg(brand, { fg: brand.colour, bg: '#ffffff', height: 96 })
    await this.#page.setContent(`<body style="margin:0;background:transparent">${svg}`)
    return picture(await this.#page.locator('svg').screenshot({ omitBackground: true }))
  }

  stop(): Promise<void> {
    return this.#browser.close()
  }
}

function picture(png: Buffer): Picture {
  const image = new Transformer(png)
  const { width, height } = image.metadataSync()
  const raw = image.rawPixelsSync()
  const channels = raw.length / (width * height)
  if (channels === 4) return { width, height, pixels: new Uint8Array(raw) }
  const pixels = new Uint8Array(width * height * 4).fill(255)
  for (let at = 0; at < width * height; at++) pixels.set(raw.subarray(at * channels, at * channels + 3), at * 4)
  return { width, height, pixels }
}
