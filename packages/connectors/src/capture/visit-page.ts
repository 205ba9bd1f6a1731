import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
// Types only: the server imports this module, and loading Playwright would take a tenth of its start.
import type { Browser, BrowserContext, CDPSession, Page, Request, Response } from 'playwright-core'
import type { CaptureHop, PageFacts, VisitFacts, VisitProblem } from '@signet/contract/takedowns/captures'
import { openGuardedProxy, type GuardedProxy, type ProxyOptions } from './guarded-proxy.ts'
import { addressesFor, contextOf, type Visitor } from './profiles.ts'

/** One visit with its files. */
export interface Visit {
  facts: VisitFacts
  files: Partial<Record<VisitFile, Buffer>>
}

/** The files of a visit: what the visitor sees first and the whole page as PNG, the final HTML, and the requests as HAR 1.2. */
export const visitFiles = ['view', 'full', 'html', 'har'] as const
/** One of `visitFiles`. */
export type VisitFile = (typeof visitFiles)[number]

/** How a page is visited. */
export interface VisitOptions extends ProxyOptions {
  visitor: Visitor
  /** The host under which the browser reaches this machine, 127.0.0.1 for a browser on this machine. */
  proxyHost: string
  /** A folder that exists and is empty. */
  folder: string
  /** For the whole visit. */
  totalMs: number
}

const sizeMax: Record<VisitFile, number> = {
  view: 16 * 1024 * 1024,
  full: 32 * 1024 * 1024,
  html: 4 * 1024 * 1024,
  har: 8 * 1024 * 1024,
}
const heightMax = 8_000
/** Wider than the screen of any visitor. */
const widthMax = 1_400
const iconBytesMax = 256 * 1024
const hopsMax = 20
const listMax = 20
/** How long a page may take to build itself by scripts after it was loaded. */
const settleMs = 2_500
/** A page without a request for this long is complete. */
const quietMs = 250
const stepMs = 10_000
/** The share of the time of a visit after which a page that is still loading is kept as it is. */
const loadShare = 0.6
const closeMs = 3_000
const readInPage = readFileSync(new URL('./read-in-page.js', import.meta.url), 'utf8')

/** Visits a page and keeps what it showed, even if it doesn't finish. */
export async function visitPage(browser: Browser, address: string, options: VisitOptions): Promise<Visit> {
  const proxy = await openGuardedProxy(options)
  const harFile = path.join(options.folder, 'visit.har')
  try {
    const context = await browser.newContext({
      ...contextOf(options.visitor, browser.version()),
      proxy: { server: `http://${options.proxyHost}:${proxy.port}`, bypass: '<-loopback>' },
      recordHar: { path: harFile, content: 'omit' },
    })
    const { facts, files } = await look(browser, context, proxy, address, options)
    // The archive is written when the context is closed; a hanging page would keep it open.
    await Promise.race([context.close().catch(() => {}), wait(closeMs)])
    // Without an archive if the context didn't close in time.
    const har = await fs.readFile(harFile).catch(() => undefined)
    return { facts, files: withinSize({ ...files, har }) }
  } finally {
    await proxy.close()
  }
}

async function look(
  browser: Browser,
  context: BrowserContext,
  proxy: GuardedProxy,
  address: string,
  { visitor, exit, totalMs }: VisitOptions,
): Promise<{ facts: VisitFacts; files: Record<string, Buffer | undefined> }> {
  const startedAt = new Date().toISOString()
  const ends = performance.now() + totalMs
  let problem: VisitProblem | null = null
  const ended = Promise.race([
    proxy.exceeded.then(() => 'large' as const),
    wait(totalMs, 'slow' as const, { ref: false }),
    new Promise<'crashed'>((resolve) => browser.once('disconnected', () => resolve('crashed'))),
  ]).then((reason) => void (problem ??= reason))
  /** The result of one step; undefined if it fails, or if the visit ends before it. */
  const step = async <T>(work: (timeout: number) => Promise<T>): Promise<T | undefined> => {
    if (problem === 'crashed' || performance.now() >= ends) return undefined
    // A step that fails leaves its part of the result out; the others are still worth having.
    const done = work(Math.max(1, Math.min(stepMs, ends - performance.now()))).catch(() => undefined)
    return (await Promise.race([done, ended])) ?? undefined
  }

  const page = await context.newPage()
  const seen = watchPage(context, page)
  const { referer } = visitor
  const open = (url: string) =>
    step(() =>
      page.goto(url, { waitUntil: 'load', timeout: totalMs * loadShare, ...(referer ? { referer } : {}) }).then(
        () => true,
        (error: unknown) => error instanceof Error && error.name === 'TimeoutError' && ((problem = 'slow'), false),
      ),
    )
  let arrived: boolean | undefined = false
  for (const url of addressesFor(visitor, address)) {
    if (arrived || problem !== null || seen.hops.length > 0 || proxy.refused.size > 0) break
    arrived = await open(url)
  }
  if (arrived) await step((timeout) => seen.settled(Math.min(settleMs, timeout / 4)))
  const session = await step(() => context.newCDPSession(page))
  const facts = session && (await step((timeout) => readPage(session, timeout)))
  // Before the pictures, for which Playwright changes styles of the page.
  const html = await step(() => page.content())
  const view = await step((timeout) => page.screenshot({ timeout, animations: 'disabled' }))
  const full = await step((timeout) => fullPage(page, facts, timeout))
  const certificates = session && (await step(() => certificatesOf(session, page.url())))
  const icon = await step((timeout) => iconOf(context, page, facts, timeout))
  const last = seen.last()
  const headers = last && (await step(() => last.allHeaders()))
  if (!arrived || !view) problem ??= problemOf(seen, proxy)
  return {
    facts: {
      profile: visitor.profile,
      exit: exit?.label ?? null,
      startedAt,
      browser: browser.version(),
      hops: seen.hops.map((hop) => ({ ...hop, ip: proxy.ips.get(new URL(hop.url).hostname) ?? null })),
      headers: Object.fromEntries(
        Object.entries(headers ?? {}).map(([name, value]) => [name.slice(0, 100), value.slice(0, 4000)]),
      ),
      page: facts ?? null,
      certificates: certificates ?? [],
      icon: icon ?? null,
      refused: [...proxy.refused],
      windows: seen.windows,
      downloads: seen.downloads,
      problem,
    },
    files: { view, full, html: html === undefined ? undefined : Buffer.from(html) },
  }
}

function problemOf(seen: Watched, proxy: GuardedProxy): VisitProblem {
  if (seen.hasCrashed()) return 'crashed'
  return seen.hops.length === 0 && proxy.refused.size > 0 ? 'refused' : 'unreachable'
}

type Watched = ReturnType<typeof watchPage>

function note(list: string[], url: string): void {
  if (list.length < listMax) list.push(url.slice(0, 2000))
}

/** Follows the redirects of the page, closes the windows it opens, and records both. */
function watchPage(context: BrowserContext, page: Page) {
  const hops: Omit<CaptureHop, 'ip'>[] = []
  const windows: string[] = []
  const downloads: string[] = []
  const open = new Set<Request>()
  let lastChange = performance.now()
  let hasCrashed = false
  let last: Response | null = null
  const add = (url: string, status: number | null) => {
    if (hops.length < hopsMax && /^https?:/.test(url)) hops.push({ url: url.slice(0, 2000), status })
  }
  const change = () => (lastChange = performance.now())
  page.on('request', (request) => {
    open.add(request)
    change()
  })
  const close = (request: Request) => {
    open.delete(request)
    change()
  }
  page.on('requestfinished', close)
  page.on('requestfailed', close)
  page.on('response', (response) => {
    const request = response.request()
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return
    last = response
    add(response.url(), response.status())
  })
  page.on('framenavigated', (frame) => {
    // A script changed the address without a request.
    if (frame === page.mainFrame() && frame.url() !== hops.at(-1)?.url) add(frame.url(), null)
  })
  // It may be gone already, with its page.
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}))
  page.on('crash', () => (hasCrashed = true))
  page.on('download', (download) => note(downloads, download.url()))
  context.on('page', (other) => {
    note(windows, other.url())
    // It may have closed by itself.
    void other.close().catch(() => {})
  })
  return {
    hops,
    windows,
    downloads,
    hasCrashed: () => hasCrashed,
    last: (): Response | null => last,
    /** Waits until the page sends no more requests. */
    settled: async (timeoutMs: number) => {
      const until = performance.now() + timeoutMs
      while (performance.now() < until && (open.size > 0 || performance.now() - lastChange < quietMs)) await wait(50)
    },
  }
}

/** Reads the page in an isolated world, where its scripts can't replace the functions in use. */
async function readPage(session: CDPSession, timeout: number): Promise<PageFacts> {
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id })
  const { result } = await session.send('Runtime.evaluate', {
    expression: readInPage,
    contextId: executionContextId,
    returnByValue: true,
    timeout,
  })
  // Checked by `capturePage`: loading the schemas would take longer than checking.
  const facts: PageFacts = JSON.parse(String(result.value))
  return facts
}

function fullPage(page: Page, facts: PageFacts | undefined, timeout: number): Promise<Buffer> {
  const screen = page.viewportSize() ?? { width: 0, height: 0 }
  // A phone lays out a page that wasn't made for phones wider than its screen.
  const view = facts?.view ?? screen
  const width = Math.min(Math.max(view.width, screen.width), widthMax)
  // A wider picture is lower, so that it has no more pixels.
  const most = Math.round((heightMax * screen.width) / width)
  const clip = { x: 0, y: 0, width, height: Math.min(Math.max(facts?.height ?? 0, view.height, screen.height), most) }
  return page.screenshot({ fullPage: true, clip, timeout, animations: 'disabled' })
}

async function certificatesOf(session: CDPSession, address: string): Promise<string[]> {
  const { origin, protocol } = new URL(address)
  if (protocol !== 'https:') return []
  await session.send('Network.enable')
  const { tableNames } = await session.send('Network.getCertificate', { origin })
  return tableNames
    .slice(0, 10)
    .map(
      (der) => `-----BEGIN CERTIFICATE-----\n${der.replaceAll(/.{64}/g, '$&\n').trim()}\n-----END CERTIFICATE-----\n`,
    )
}

/** Loads the icon through the same proxy, with the same rules. */
async function iconOf(
  context: BrowserContext,
  page: Page,
  facts: PageFacts | undefined,
  timeout: number,
): Promise<VisitFacts['icon']> {
  const urls = [...(facts?.icons ?? []), new URL('/favicon.ico', page.url()).href]
  for (const url of urls.filter((each) => /^https?:/.test(each)).slice(0, 2)) {
    // The next address is tried.
    const answer = await context.request.get(url, { timeout, maxRedirects: 3 }).catch(() => null)
    const type = answer?.headers()['content-type'] ?? ''
    if (!answer?.ok() || /html/.test(type)) continue
    const bytes = await answer.body()
    if (bytes.length === 0 || bytes.length > iconBytesMax) continue
    return {
      url: url.slice(0, 2000),
      type: type.slice(0, 100),
      base64: bytes.toString('base64'),
      sha256: sha256Of(bytes),
    }
  }
  return null
}

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

function withinSize(files: Record<string, Buffer | undefined>): Visit['files'] {
  return Object.fromEntries(
    visitFiles.flatMap((name) => {
      const bytes = files[name]
      if (bytes === undefined || (name !== 'html' && bytes.length > sizeMax[name])) return []
      return [[name, bytes.subarray(0, sizeMax[name])]]
    }),
  )
}
