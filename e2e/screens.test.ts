/// <reference lib="dom" />
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accessibilityFaults,
  expectNoTroubles,
  keepScreen,
  newVisitor,
  openAs,
  openBrowser,
  signIn,
  startTab,
  type Visitor,
} from './browser.ts'
import { faultsOfLook, looks, nameOf, showIn } from './looks.ts'
import { startEmbedded, type Stack } from './stack.ts'

/** A screen: its path, and how a test recognises that it is complete. */
interface Screen {
  name: string
  as: string | null
  path: string
  /** The company to select first, if the default one doesn't have this screen. */
  company?: string
  /** The walk checks it in every look, so this test only checks that it has its main content. */
  isWalked?: true
  ready: (page: Page) => Promise<unknown>
}

const client = 'client@demo.example'
const reviewer = 'qa@demo.example'
// Rows that are loading are skeletons without text. The first row with text is the header.
const grid = (name: string) => (page: Page) =>
  page
    .locator(':is([role=grid],[role=treegrid])')
    .and(page.getByLabel(name, { exact: true }))
    .getByRole('row')
    .filter({ hasText: /\w/ })
    .nth(1)
    .waitFor()
/** The rows of a list with their own columns, and where there is room for them the strip of days and the counts of the menu. */
const wholeList = async (page: Page) => {
  await grid('Threats')(page)
  await page.getByText('…', { exact: true }).first().waitFor({ state: 'hidden' })
  if ((page.viewportSize()?.width ?? 0) < 1000) return
  await text('Last 90 days')(page)
  await page
    .getByRole('link', { name: /^Threats\W*\d/ })
    .first()
    .waitFor()
}
const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click()
const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first().waitFor()

const screens: Screen[] = [
  {
    name: 'sign-in',
    as: null,
    path: '/',
    ready: (page) => page.getByRole('button', { name: 'Sign in', exact: true }).waitFor(),
  },
  {
    name: 'sign-in-refused',
    as: null,
    path: '/?error=CredentialsSignin',
    ready: (page) => page.getByRole('alert').first().waitFor(),
  },
  {
    name: 'auth-error',
    as: null,
    path: '/auth/error?error=Configuration',
    ready: (page) => page.getByRole('link').first().waitFor(),
  },
  {
    name: 'verify',
    as: null,
    path: '/verify',
    ready: (page) => page.getByRole('heading', { name: 'Public keys' }).waitFor(),
  },
  { name: 'home', isWalked: true, as: client, path: '/home', ready: text('Threats that need a decision') },
  { name: 'threats-all', isWalked: true, as: client, path: '/threats/All', ready: grid('Threats') },
  { name: 'threats-domain', as: client, path: '/threats/Domain?severity=Critical,High', ready: wholeList },
  {
    name: 'threats-empty',
    as: client,
    path: '/threats/All?q=nothing-is-called-this',
    ready: text(/clear filters|no threat/i),
  },
  {
    name: 'threats-no-such-source',
    as: client,
    path: '/threats/Nonsense',
    ready: text('Source not found'),
  },
  { name: 'threats-bookmarks', as: client, path: '/threats/Bookmarks', ready: grid('Threats') },
  { name: 'takedowns', isWalked: true, as: client, path: '/takedown', ready: grid('Takedowns') },
  {
    name: 'takedown-statistics',
    as: client,
    path: '/takedown/statistics?range=365',
    ready: (page) => page.getByRole('img', { name: /First offline/ }).waitFor(),
  },
  {
    name: 'detection-quality',
    as: 'superAdmin@demo.example',
    path: '/settings?part=quality',
    ready: (page) => page.getByRole('region', { name: 'Precision by score' }).waitFor(),
  },
  {
    name: 'detection-quality-client',
    as: client,
    path: '/settings?part=quality',
    ready: (page) => page.getByRole('region', { name: 'How often we were right, by source' }).waitFor(),
  },
  {
    name: 'review-statistics',
    as: reviewer,
    path: '/QA/dashboard/statistics',
    ready: (page) => page.getByRole('region', { name: 'Precision by source' }).waitFor(),
  },
  {
    name: 'home-client-admin',
    isWalked: true,
    as: 'clientPeeker@demo.example',
    path: '/clientAdmin/home',
    ready: text('Threats that need a decision'),
  },
  {
    name: 'home-admin',
    isWalked: true,
    as: 'admin@demo.example',
    path: '/admin/home',
    ready: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'home-admin-sources',
    as: 'superAdmin@demo.example',
    path: '/admin/home?part=sources',
    ready: (page) => page.getByRole('region', { name: 'Sources', exact: true }).getByRole('table').waitFor(),
  },
  { name: 'test', isWalked: true, as: 'superAdmin@demo.example', path: '/test', ready: text(/emails?, newest first/) },
  {
    name: 'review',
    isWalked: true,
    as: reviewer,
    path: '/QA/dashboard',
    ready: (page) => page.getByRole('list', { name: 'Threats to review' }).getByRole('listitem').nth(2).waitFor(),
  },
  {
    name: 'review-no-match',
    as: reviewer,
    // A type that this source never has, regardless of the demo data.
    path: '/QA/dashboard?source=Domain&type=Exposed%20key',
    ready: text('No threats match these filters'),
  },
  {
    name: 'published',
    as: reviewer,
    path: '/QA/dashboard/published',
    ready: (page) => page.getByRole('row').nth(2).waitFor(),
  },
  {
    name: 'queue-of-companies',
    as: reviewer,
    path: '/QA/dashboard/companies',
    ready: (page) => page.getByRole('row').nth(2).waitFor(),
  },
  {
    name: 'second-review',
    as: reviewer,
    path: '/QA/dashboard/secondReview',
    ready: (page) => page.getByRole('button', { name: 'Not a threat' }).waitFor(),
  },
  {
    name: 'review-policy',
    as: 'admin@demo.example',
    path: '/settings?part=review',
    ready: (page) => page.getByRole('region', { name: 'Automatic decisions' }).getByRole('table').waitFor(),
  },
  {
    name: 'watchlist',
    isWalked: true,
    as: reviewer,
    path: '/QA/watchlist',
    ready: (page) => page.getByRole('row').nth(2).waitFor(),
  },
  {
    name: 'deletion-queue',
    isWalked: true,
    as: reviewer,
    path: '/QA/deletionQueue',
    company: 'meridian-bank',
    ready: (page) => page.getByRole('row').nth(2).waitFor(),
  },
  {
    name: 'deleted',
    isWalked: true,
    as: reviewer,
    path: '/QA/deleted',
    ready: (page) => page.getByRole('row').nth(2).waitFor(),
  },
]

let browser: Browser
let stack: Stack
beforeAll(async () => {
  browser = await openBrowser()
  stack = await startEmbedded()
})
afterAll(async () => {
  await stack.stop()
  await browser.close()
})

/** One window per account, which shows the same page in one look after another. */
const visitors = new Map<string | null, Promise<Visitor>>()
const visitorFor = (email: string | null): Promise<Visitor> => {
  const visitor = visitors.get(email) ?? arrival(email)
  visitors.set(email, visitor)
  return visitor
}
async function arrival(email: string | null): Promise<Visitor> {
  const visitor = await newVisitor(browser, stack.origin)
  if (email) await signIn(visitor, email)
  return visitor
}

/**
 * The faults of a page in all looks, one line each. The page is loaded again for each width.
 *
 * @param open loads the page and waits until it is complete
 * @param further shows more of the page, which is then checked as well
 */
async function faultsInEveryLook(
  visitor: Visitor,
  picture: string,
  open: (page: Page) => Promise<unknown>,
  further: readonly ((page: Page) => Promise<unknown>)[] = [],
): Promise<string[]> {
  const faults: string[] = []
  for (const wide of [true, false]) {
    const pair = looks.filter(({ width }) => width > 1000 === wide)
    if (pair[0]) await showIn(visitor, pair[0])
    await open(visitor.page)
    for (const [step, show] of [undefined, ...further].entries()) {
      if (show) await show(visitor.page)
      for (const [at, look] of pair.entries()) {
        await showIn(visitor, look)
        await visitor.settled()
        const found = await faultsOfLook(visitor, step === 0 ? picture : `${picture}-${step}`, look, pair[at - 1])
        faults.push(...found.map((fault) => `${nameOf(look)}${step === 0 ? '' : `, step ${step}`}: ${fault}`))
      }
    }
  }
  return [...faults, ...visitor.troubles.splice(0)]
}

test.each(screens.filter(({ isWalked }) => !isWalked))(
  '$name is whole in every look, says nothing in the console and has no fault for axe',
  async ({ as, company, name, path, ready }) => {
    const visitor = await visitorFor(as)
    const faults = await faultsInEveryLook(visitor, name, async (page) => {
      if (company) await startTab({ page }, company)
      await page.goto(path)
      // On phones a grid may show only its two main columns. The same condition shows that the page is complete.
      await ready(page)
    })
    expect(faults).toEqual([])
  },
)

test.each(screens.filter(({ isWalked }) => isWalked))(
  '$name has what it is there for, and says nothing in the console',
  async ({ as, company, path, ready }) => {
    const visitor = await visitorFor(as)
    const { page, troubles } = visitor
    await page.setViewportSize({ width: 1440, height: 900 })
    if (company) await startTab({ page }, company)
    await page.goto(path)
    await ready(page)
    await visitor.settled()
    expect(troubles.splice(0)).toEqual([])
  },
)

test('an open threat shows evidence and reasons without a fault', async () => {
  const visitor = await visitorFor(client)
  const faults = await faultsInEveryLook(
    visitor,
    'threat-panel',
    async (page) => {
      await page.goto('/threats/Domain')
      await grid('Threats')(page)
      await page.getByRole('treegrid', { name: 'Threats' }).getByRole('row').nth(1).click()
      await page.getByText('Why flagged').waitFor()
    },
    [tab('Details'), tab('Related'), tab('History')],
  )
  expect(faults).toEqual([])
})

test('the list stays where it is, however many filters are set', async () => {
  const visitor = await newVisitor(browser, stack.origin, { width: 1440, height: 900 })
  const { page } = visitor
  await signIn(visitor, client)
  const topOf = async (search: string) => {
    await page.goto(`/threats/Domain${search}`)
    await grid('Threats')(page)
    await visitor.settled()
    return (await page.getByRole('treegrid', { name: 'Threats' }).boundingBox())?.y
  }
  const before = await topOf('')
  expect(await topOf('?severity=Critical,High,Medium&status=open,takedown&from=2020-01-01&auto=1')).toBe(before)
  await page.getByRole('button', { name: 'Clear all', exact: true }).waitFor()
  expectNoTroubles(visitor)
})

test('on a phone the first filter is in view next to the search, which takes its room once it is used', async () => {
  const visitor = await newVisitor(browser, stack.origin, { width: 390, height: 844 })
  const { page } = visitor
  await signIn(visitor, client)
  await page.goto('/threats/APK')
  await grid('Threats')(page)
  const filter = page.getByRole('search').getByRole('button', { name: 'Severity' })
  const { x = 0, width = 0 } = (await filter.boundingBox()) ?? {}
  // What is closer to the edge fades out.
  expect(x + width).toBeLessThan(390 - 32)
  const field = page.getByLabel('Search in')
  expect(await field.isVisible()).toBe(false)
  await page.getByRole('search').getByRole('searchbox').focus()
  await field.waitFor()
  await visitor.context.close()
})

test('a name that is too long is cut at a whole letter, directly before its ellipsis', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, client, '/threats/Domain?severity=Critical,High')
  await page.setViewportSize({ width: 390, height: 844 })
  const front = page.locator('.front[data-cut]').first()
  await front.waitFor()
  const { ends, box, gap } = await front.evaluate((element) => {
    const range = document.createRange()
    range.setStart(element, 0)
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const widths: number[] = []
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (let offset = 1; offset <= (node.nodeValue ?? '').length; offset += 1) {
        range.setEnd(node, offset)
        widths.push(range.getBoundingClientRect().width)
      }
    const { width, right } = element.getBoundingClientRect()
    return { ends: widths, box: width, gap: (element.nextElementSibling?.getBoundingClientRect().left ?? 0) - right }
  })
  expect(Math.min(...ends.map((end) => Math.abs(end - box)))).toBeLessThan(0.5)
  expect(Math.max(...ends)).toBeGreaterThan(box + 1)
  expect(Math.abs(gap)).toBeLessThan(0.5)
  await visitor.context.close()
})

test('a list whose call fails says so, offers a retry, and recovers', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await signIn(visitor, client)
  await page.route('**/api/rest/threats/**', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        code: 'UNAVAILABLE',
        reason: 'UNAVAILABLE',
        message: 'The server is busy or restarting. Try again in a few seconds.',
        requestId: 'r-1',
      }),
    }),
  )
  await page.goto('/threats/Domain')
  const retry = page.getByRole('button', { name: /retry/i }).first()
  await retry.waitFor({ timeout: 60_000 })
  await keepScreen(page, 'threats-failed')
  await page.getByRole('alert').getByText('The server is busy or restarting. Try again in a few seconds.').waitFor()
  expect((await page.getByRole('navigation', { name: 'Sources' }).boundingBox())?.height).toBeLessThan(40)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.unroute('**/api/rest/threats/**')
  await retry.click()
  await grid('Threats')(page)
  await visitor.context.close()
})

test('a remark is chosen by its number, the focus goes with it, and comes back', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, client, '/threats/Domain?status=open')
  await grid('Threats')(page)
  await page.getByRole('treegrid', { name: 'Threats' }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('f')
  const dialog = page.getByRole('dialog', { name: 'Why is this a false positive?' })
  await dialog.waitFor()
  await page.keyboard.press('2')
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('Inaccurate Information')
  // The third choice needs a text, so the focus moves on to its field.
  await page.keyboard.press('3')
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('treegrid')
  await visitor.context.close()
})

test('a name in other letters is shown in both forms', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, client, '/threats/Domain?q=xn--')
  const row = page.getByRole('treegrid', { name: 'Threats' }).getByRole('row').filter({ hasText: 'xn--' }).first()
  await row.waitFor()
  expect(await row.locator('b').first().textContent()).toMatch(/[^ -~]/)
  await row.click()
  const panel = page.getByRole('region', { name: 'Threat', exact: true })
  await panel.getByText('Why flagged').waitFor()
  expect(await panel.getByRole('heading', { level: 2 }).first().textContent()).toMatch(/[^ -~]/)
  await panel.getByText(/^xn--/).first().waitFor()
  await visitor.context.close()
})

test('the portal runs under its own content security policy without a report', async () => {
  const context = await browser.newContext({ baseURL: stack.origin })
  const page = await context.newPage()
  const reports: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') reports.push(message.text())
  })
  await page.goto('/')
  await page.getByLabel('Email').fill(client)
  await page.getByLabel('Password', { exact: true }).fill('signet-demo')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Threats that need a decision').waitFor()
  await page.goto('/threats/All')
  await grid('Threats')(page)
  await page.getByRole('treegrid', { name: 'Threats' }).getByRole('row').nth(1).click()
  await page.getByText('Why flagged').waitFor()
  expect(reports).toEqual([])
  await context.close()
})
