import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { preview, type PreviewServer } from 'vite'
import { expectNoTroubles, newVisitor, openBrowser, type Visitor } from './browser.ts'
import { faultsOfLook, looks, nameOf, showIn, type Look } from './looks.ts'
import { newDirectory } from './stack.ts'

const web = path.resolve(import.meta.dirname, '../apps/web')

let browser: Browser
let server: PreviewServer
let outDir: string
let visitor: Visitor
beforeAll(async () => {
  outDir = newDirectory()
  const vite = path.resolve(web, '../../node_modules/vite/bin/vite.js')
  execFileSync(process.execPath, [vite, 'build', '--mode', 'parts', '--outDir', outDir, '--logLevel', 'warn'], {
    cwd: web,
    // Test runners set NODE_ENV=test, for which React uses its development build.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  server = await preview({ root: web, configFile: false, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
  browser = await openBrowser()
  visitor = await newVisitor(browser, server.resolvedUrls?.local[0] ?? '')
  await visitor.page.goto('parts.html')
  await visitor.page.getByRole('heading', { name: 'Parts', exact: true }).waitFor()
})
afterAll(async () => {
  await browser.close()
  await server.close()
  fs.rmSync(outDir, { recursive: true, force: true })
})

test('every part is accessible in every state, light and dark, wide and narrow', async () => {
  const faults: string[] = []
  let before: Look | undefined
  for (const look of looks) {
    await showIn(visitor, look)
    faults.push(...(await faultsOfLook(visitor, 'parts', look, before)).map((fault) => `${nameOf(look)}: ${fault}`))
    before = look
  }
  expect(faults).toEqual([])
})

test('the text of a field keeps its distance from the edge', async () => {
  const touching = await visitor.page
    .locator('textarea')
    .evaluateAll((areas) => areas.filter((area) => parseFloat(getComputedStyle(area).paddingTop) < 4).length)
  expect(touching).toBe(0)
})

const bottomOf = (part: Locator) => part.evaluate((box) => box.getBoundingClientRect().bottom)

test('the buttons of a dialog that is taller than the window stay in view', async () => {
  const { page } = visitor
  await page.getByRole('button', { name: 'Open a plain dialog' }).click()
  await page.setViewportSize({ width: 390, height: 160 })
  const dialog = page.getByRole('dialog')
  expect(await dialog.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true)
  expect(await bottomOf(dialog.getByRole('button', { name: 'Close' }))).toBeLessThan(await bottomOf(dialog))
  await page.keyboard.press('Escape')
  await showIn(visitor, { theme: 'light', width: 1440, height: 900 })
})

test('dialogs, a menu and messages are accessible over the page, light and dark', async () => {
  const { page } = visitor
  const faults: string[] = []
  await page.getByRole('button', { name: 'Snackbar' }).click()
  for (const kind of ['dialog', 'form']) {
    await page.getByRole('button', { name: `Open a ${kind}` }).click()
    for (const look of looks.slice(0, 2)) {
      await showIn(visitor, look)
      faults.push(...(await faultsOfLook(visitor, `parts-${kind}`, look, undefined)))
    }
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Menu' }).click()
  for (const look of looks.slice(0, 2)) {
    await showIn(visitor, look)
    faults.push(...(await faultsOfLook(visitor, 'parts-menu', look, undefined)))
  }
  expect(faults).toEqual([])
  expectNoTroubles(visitor)
})
