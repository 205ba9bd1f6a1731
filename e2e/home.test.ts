/// <reference lib="dom" />
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoTroubles, newVisitor, openAs, openBrowser } from './browser.ts'
import { startEmbedded, type Stack } from './stack.ts'

let browser: Browser
let stack: Stack
beforeAll(async () => {
  ;[stack, browser] = await Promise.all([startEmbedded(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await stack.stop()
})

/** Of the area of the window, as the browser weighs it; docs/benchmarks.md allows 0.05 for a list. */
const shiftMax = 0.01
/** Longer than the figures take. */
const lateMs = 3000

test.each([1440, 390])(
  'the figures of Home stay where they are when the modules arrive last, %i px wide',
  async (width) => {
    const visitor = await newVisitor(browser, stack.origin, { width, height: 900 })
    const { page } = visitor
    await openAs(visitor, 'client@demo.example', '/profile')
    await page.route('**/client/getClientInfo**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, lateMs))
      await route.continue()
    })
    await page.addInitScript(() => {
      // Otherwise the tab would know the modules from the page before.
      for (const key of Object.keys(sessionStorage)) if (key.includes('signet.company.')) sessionStorage.removeItem(key)
      const seen = { sum: 0, parts: [] as string[] }
      Object.assign(globalThis, { signetShift: seen })
      new PerformanceObserver((entries) => {
        for (const entry of entries.getEntries() as (PerformanceEntry & {
          value: number
          sources: { node?: Node }[]
        })[]) {
          seen.sum += entry.value
          for (const { node } of entry.sources) seen.parts.push(node?.textContent?.slice(0, 40) ?? '')
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto('/home')
    await page.getByText('New leaked credentials').waitFor()
    await visitor.settled()
    const seen = await page.evaluate(
      () => (globalThis as unknown as { signetShift: { sum: number; parts: string[] } }).signetShift,
    )
    expect(seen.sum, seen.parts.join(' | ')).toBeLessThan(shiftMax)
    expectNoTroubles(visitor)
    await visitor.context.close()
  },
)

test('on a phone, the rows of a company have one height and one edge on the home page of all companies', async () => {
  const visitor = await newVisitor(browser, stack.origin, { width: 390, height: 844 })
  const { page } = visitor
  await openAs(visitor, 'admin@demo.example', '/admin/home')
  const rows = page.getByRole('region', { name: 'Companies' }).locator('tbody tr')
  await rows.first().waitFor()
  await visitor.settled()
  // As many figures as fit are on a line; the time of day decides how many there are.
  const cells = await rows.evaluateAll((all) =>
    all.map((row) =>
      [...row.querySelectorAll('td')]
        .filter(({ offsetHeight }) => offsetHeight > 0)
        .map((cell) => {
          const figures = [...cell.querySelectorAll(':scope > span > *')]
          const lines = new Set(figures.map((figure) => Math.round(figure.getBoundingClientRect().top)))
          return cell.offsetHeight - Math.max(lines.size - 1, 0) * 32
        }),
    ),
  )
  for (const heights of cells) expect(new Set(heights).size, heights.join(', ')).toBe(1)
  const edges = await rows
    .locator('td:has(button)')
    .evaluateAll((all) => all.map((cell) => cell.querySelector('button')?.getBoundingClientRect().left ?? 0))
  expect(edges.length).toBeGreaterThan(5)
  expect(new Set(edges.map(Math.round)).size, edges.join(', ')).toBe(1)
  expectNoTroubles(visitor)
  await visitor.context.close()
})

test('on a phone, the selected company is below the title of pages about it, not of all companies', async () => {
  const visitor = await newVisitor(browser, stack.origin, { width: 390, height: 844 })
  const { page } = visitor
  await openAs(visitor, 'admin@demo.example', '/admin/home', 'kestrel-rail')
  const company = page.getByRole('banner').getByText('Kestrel Rail')
  await page.getByRole('region', { name: 'Companies' }).waitFor()
  await visitor.settled()
  await company.waitFor({ state: 'hidden' })
  await page.goto(`${stack.origin}/takedown`)
  await company.waitFor()
  expectNoTroubles(visitor)
  await visitor.context.close()
})
