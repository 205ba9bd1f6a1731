/// <reference lib="dom" />
import { chromiumPath } from '../../../packages/connectors/test/chromium-path.ts'
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core'
import { startWebStack, webUser } from './web-stack.ts'

/** One figure and its budget, which it must not exceed. */
export interface BudgetRow {
  what: string
  unit: 'KB' | 'ms' | 's' | '' | '%' | 'nodes'
  measured: number
  budget: number
}

const slowdown = 4
const network = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 }
const list = '/threats/All'
const otherRoutes = [
  '/home',
  '/takedown',
  '/activity',
  '/reports',
  '/leaks',
  '/touts/Telegram',
  '/settings',
  '/profile',
]

interface Visit {
  page: Page
  devtools: CDPSession
  close(): Promise<void>
}

/** Everything that `npm run bench:web` measures. */
export async function webRows(visits: number, say: (line: string) => void): Promise<BudgetRow[]> {
  const stack = await startWebStack(say)
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const found = new Map<string, Omit<BudgetRow, 'measured'> & { values: number[] }>()
  const add = (what: string, unit: BudgetRow['unit'], budget: number, value: number) => {
    const row = found.get(what) ?? { what, unit, budget, values: [] }
    row.values.push(value)
    found.set(what, row)
  }
  try {
    for (let visit = 1; visit <= visits; visit += 1) {
      say(`Visit ${visit} of ${visits} …`)
      const signIn = await open(browser, stack.origin)
      await measureSignIn(signIn, add)
      const requests = await measureList(signIn, add)
      if (visit === 1) say(requests)
      await measureFirstKey(signIn, add)
      await measureSteps(signIn, add)
      await measureScroll(signIn, add)
      if (visit === 1) await measureRoutes(signIn, add)
      await signIn.close()
    }
  } finally {
    await browser.close()
    await stack.stop()
  }
  return [...found.values()].map(({ values, ...row }) => ({ ...row, measured: middle(values) }))
}

type Add = (what: string, unit: BudgetRow['unit'], budget: number, value: number) => void

const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

async function open(browser: Browser, origin: string): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    // The budgets refer to gzip.
    extraHTTPHeaders: { 'accept-encoding': 'gzip' },
  })
  await context.addInitScript(() => {
    const seen = { lcp: 0, shift: 0, rowsAt: 0, events: [] as { name: string; duration: number }[] }
    Object.assign(globalThis, { signetSeen: seen })
    const watch = new MutationObserver(() => {
      if (!/bench/i.test(document.querySelector('[role=treegrid]')?.textContent ?? '')) return
      seen.rowsAt = performance.now()
      watch.disconnect()
    })
    watch.observe(document, { childList: true, subtree: true, characterData: true })
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries()) seen.lcp = entry.startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) seen.shift += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
    new PerformanceObserver((entries) => {
      for (const { name, duration } of entries.getEntries()) seen.events.push({ name, duration })
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await devtools.send('Network.emulateNetworkConditions', network)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { page, devtools, close: () => context.close() }
}

interface Seen {
  lcp: number
  shift: number
  /** When the first row of the list was in the page, ms since the navigation start. */
  rowsAt: number
  events: { name: string; duration: number }[]
}
const seenOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { signetSeen: Seen }).signetSeen)

/** Scripts that the page had fetched by then (ms since the navigation start), transferred KB. */
const scriptKb = (page: Page, until = Infinity) =>
  page.evaluate(
    (until_) =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name, responseEnd }) => new URL(name).pathname.endsWith('.js') && responseEnd <= until_)
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1024,
    until,
  )

const firstPaint = (page: Page) =>
  page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN)

async function measureSignIn({ page }: Visit, add: Add): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  add('sign-in: JavaScript', 'KB', 120, await scriptKb(page))
  add('sign-in: first paint', 's', 0.8, (await firstPaint(page)) / 1000)
  add('sign-in: largest paint', 's', 2.5, (await seenOf(page)).lcp / 1000)
  await page.getByLabel('Email').fill(webUser.email)
  await page.getByLabel('Password', { exact: true }).fill(webUser.password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/')
}

const rows = (page: Page) =>
  page.getByRole('treegrid', { name: 'Threats' }).getByRole('row').filter({ hasText: /bench/i })

/** @returns the requests of the list by kind, for people */
async function measureList({ page }: Visit, add: Add): Promise<string> {
  await page.goto(list)
  await rows(page).nth(3).waitFor()
  await page.waitForTimeout(1500)
  const { lcp, shift, rowsAt } = await seenOf(page)
  const requests = await requestsUntil(page, rowsAt)
  add('first list: requests until its rows stand', '', 15, requests.length)
  add('first list: JavaScript until its rows stand', 'KB', 155, await scriptKb(page, rowsAt))
  add('first list: first paint', 's', 0.8, (await firstPaint(page)) / 1000)
  add('first list: largest paint', 's', 2.5, lcp / 1000)
  add('first list: layout shift', '', 0.05, shift)
  add('first list: DOM', 'nodes', 1500, await page.evaluate(() => document.querySelectorAll('*').length))
  return [...Map.groupBy(requests, (name) => /\.\w+$/.exec(name)?.[0] ?? 'document and calls')]
    .map(([kind, names]) => `${names.length} × ${kind}: ${names.join(', ')}`)
    .join('\n')
}

/** The paths of what the page had requested by then (ms since the navigation start), with the document. */
const requestsUntil = (page: Page, until: number) =>
  page.evaluate(
    (until_) => [
      location.pathname,
      ...(performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ startTime, transferSize }) => startTime <= until_ && transferSize > 0)
        .map(({ name }) => new URL(name).pathname),
    ],
    until,
  )

/** A key while the page still loads what follows its first rows. */
async function measureFirstKey({ page }: Visit, add: Add): Promise<void> {
  await page.goto(list)
  await rows(page).nth(3).waitFor()
  await page.getByRole('treegrid', { name: 'Threats' }).focus()
  add('first key, J, as soon as the list is shown', 'ms', 100, await timed(page, () => page.keyboard.press('j'), 2000))
}

/** The longest event of a step, ms, from the input to the next paint, as measured by the browser; it doesn't report events under 16 ms. */
async function timed(page: Page, step: () => Promise<unknown>, waitMs = 500): Promise<number> {
  await page.evaluate(() => {
    ;(globalThis as unknown as { signetSeen: Seen }).signetSeen.events.length = 0
  })
  await step()
  await page.waitForTimeout(waitMs)
  const { events } = await seenOf(page)
  return Math.max(0, ...events.map(({ duration }) => duration))
}

async function measureSteps({ page }: Visit, add: Add): Promise<void> {
  const grid = page.getByRole('treegrid', { name: 'Threats' })
  await grid.focus()
  add('J, to the next row', 'ms', 100, await timed(page, () => page.keyboard.press('j')))
  add('X, select the row', 'ms', 100, await timed(page, () => page.keyboard.press('x')))
  const box = rows(page).nth(4).getByRole('checkbox')
  add('click on a checkbox', 'ms', 100, await timed(page, () => box.click()))
  await page.keyboard.press('Escape')
  // Opened once before, so that the panel's code is loaded.
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Threat', exact: true }).getByRole('heading', { level: 2 }).waitFor()
  await page.keyboard.press('Escape')
  add('click on a row, the panel opens', 'ms', 100, await timed(page, () => rows(page).nth(5).click()))
  await page.keyboard.press('Escape')
  await page.goto(`${list}?status=open`)
  await rows(page).nth(3).waitFor()
  await grid.focus()
  await page.keyboard.press('j')
  await page.waitForTimeout(500)
  add('D, a decision key', 'ms', 200, await timed(page, () => page.keyboard.press('d')))
  await page.goto(list)
  await rows(page).nth(3).waitFor()
  await page.getByRole('search').getByRole('button', { name: 'Severity' }).first().click()
  const option = page.getByRole('checkbox', { name: /Critical/ }).or(page.getByRole('option', { name: /Critical/ }))
  await option.first().waitFor()
  const answered = page.waitForResponse((response) => /threatSeverity=Critical/.test(response.url()))
  add('toggle of a filter', 'ms', 200, await timed(page, () => option.first().click()))
  await answered
  // The duration of the request as measured by the browser.
  const request = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.includes('threatSeverity=Critical'))
      .map(({ startTime, responseEnd }) => responseEnd - startTime),
  )
  add('the request of a filter', 'ms', 300, Math.max(...request))
  await page.keyboard.press('Escape')
}

const scrollPxPerS = 3000
const scrollS = 4

async function measureScroll({ page, devtools }: Visit, add: Add): Promise<void> {
  await page.goto(list)
  await rows(page).nth(3).waitFor()
  await page.waitForTimeout(1000)
  const busyMs = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
  await devtools.send('Performance.enable')
  const before = await busyMs()
  const { frames, empty, shown } = await page.evaluate(
    async ([pxPerS, seconds]) => {
      const grid = document.querySelector('[role=treegrid]') as HTMLElement
      const startedAt = performance.now()
      const seen = { frames: 0, empty: 0, shown: 0 }
      await new Promise<void>((resolve) => {
        const step = (now: number) => {
          const passed = (now - startedAt) / 1000
          if (passed >= seconds) {
            resolve()
            return
          }
          grid.scrollTop = passed * pxPerS
          seen.frames += 1
          for (const row of grid.querySelectorAll('[role=rowgroup] [role=row]')) {
            seen.shown += 1
            if (!row.textContent?.trim()) seen.empty += 1
          }
          requestAnimationFrame(step)
        }
        requestAnimationFrame(step)
      })
      return seen
    },
    [scrollPxPerS, scrollS] as const,
  )
  const after = await busyMs()
  add('scroll of 12,000 rows: main thread a frame', 'ms', 12, (after - before) / frames)
  add('scroll of 12,000 rows: rows still empty', '%', 3, (100 * empty) / Math.max(1, shown))
  add('scroll of 12,000 rows: DOM', 'nodes', 1500, await page.evaluate(() => document.querySelectorAll('*').length))
}

/** Measures what a route loads in addition to the first list. */
async function measureRoutes({ page }: Visit, add: Add): Promise<void> {
  const loaded: { route: string; scripts: Map<string, number> }[] = []
  for (const route of [list, ...otherRoutes]) {
    await page.goto(route)
    await page.locator('h1').waitFor()
    // What the first list loads last, even on a slow machine, isn't counted as part of another route.
    await page.waitForTimeout(route === list ? 4000 : 1500)
    const scripts = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .map(({ name, encodedBodySize }) => [name, encodedBodySize / 1024] as [string, number]),
    )
    loaded.push({ route, scripts: new Map(scripts) })
  }
  const [first, ...others] = loaded
  for (const { route, scripts } of others) {
    const own = [...scripts].filter(([name]) => !first?.scripts.has(name))
    const kilobytes = own.reduce((sum, [, size]) => sum + size, 0)
    add(`${route}: JavaScript on top of the first list`, 'KB', 25, kilobytes)
  }
}

const decimals = { KB: 1, ms: 0, s: 2, '': 2, '%': 1, nodes: 0 } as const

/** The rows as a Markdown table for people. */
export function toBudgetTable(all: readonly BudgetRow[]): string {
  return [
    '| what | measured | budget | |',
    '|---|--:|--:|---|',
    ...all.map(
      ({ what, unit, measured, budget }) =>
        `| ${what} | ${measured.toFixed(decimals[unit])} ${unit} | ${budget} ${unit} | ${measured <= budget ? 'met' : 'missed'} |`,
    ),
  ].join('\n')
}
