import { runningTakedownStatuses } from '../../packages/contract/src/takedowns/takedown-status.ts'
import { dayMs } from '../../packages/contract/src/time.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accessibilityFaults,
  apiCall,
  expectNoTroubles,
  newVisitor,
  openBrowser,
  openCompanies,
  signIn,
  type Visitor,
} from '../browser.ts'
import { startEmbedded, type Stack } from '../stack.ts'

/*
 * The work of a user with several clients: see who needs attention, open that company, and switch to the next one. Every number on screen
 * must be that of the current company, and nothing of the previous one may remain.
 */

const pollMs = 15_000

interface Company {
  key: string
  name: string
  /** A word that occurs in all data of this company and in none of another. */
  word: RegExp
}
const meridian: Company = { key: 'meridian-bank', name: 'Meridian Bank', word: /meridian/i }
const kestrel: Company = { key: 'kestrel-rail', name: 'Kestrel Rail', word: /kestrel/i }
const larkspur: Company = { key: 'larkspur-lottery', name: 'Larkspur Lottery', word: /larkspur/i }

let browser: Browser
let stack: Stack
let admin: Visitor

beforeAll(async () => {
  browser = await openBrowser()
  stack = await startEmbedded()
  admin = await newVisitor(browser, stack.origin)
  await signIn(admin, 'admin@demo.example')
})
afterAll(async () => {
  await admin.context.close()
  await stack.stop()
  await browser.close()
})

async function answer<T>(path: string): Promise<T> {
  const { status, body } = await apiCall<T>(admin, path)
  expect(status).toBe(200)
  return body
}

interface Numbers {
  openThreats: number
  critical: number
  running: number
  removed: number
  badges: number[]
  /** Threats in the range by source, most first. */
  sources: number[]
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

/** The numbers of a company according to the server. */
async function figuresOf({ key }: Company): Promise<Numbers> {
  const at = `company=${key}`
  const from = new Date(Math.floor(Date.now() / dayMs) * dayMs - 29 * dayMs).toISOString().slice(0, 10)
  const open = await answer<{ total: number }>(`/threats/getAllThreats?${at}&limit=1&status=open`)
  const critical = await answer<{ total: number }>(
    `/threats/getAllThreats?${at}&limit=1&status=open&threatSeverity=Critical`,
  )
  const takedowns = await answer<{ running: number; removed: number }>(`/analytics/getTakedownFigures?${at}`)
  const ever = await answer<{ open: number }[]>(`/analytics/getThreatSourceSummary?${at}`)
  const range = await answer<{ total: number }[]>(`/analytics/getThreatSourceSummary?${at}&fromDate=${from}`)
  return {
    openThreats: open.total,
    critical: critical.total,
    running: takedowns.running,
    removed: takedowns.removed,
    badges: [sum(ever.map((source) => source.open)), takedowns.running],
    sources: range
      .map(({ total }) => total)
      .toSorted((a, b) => b - a)
      .slice(0, 11),
  }
}

const numberIn = (text: string | null) => Number((text ?? '').replaceAll(/\D/g, ''))

/** The same numbers as shown on the home page. */
async function shownOn(visitor: Visitor): Promise<Numbers> {
  const { page } = visitor
  const card = (label: string) =>
    page.getByRole('list', { name: 'Key figures' }).getByRole('listitem').filter({ hasText: label })
  const figure = async (label: string) => numberIn(await card(label).locator('b').first().getAttribute('title'))
  const badge = async (entry: string) =>
    numberIn(
      await page.getByRole('navigation').getByRole('link', { name: entry }).locator('[title]').getAttribute('title'),
    )
  const rows = page.getByRole('region', { name: 'Source table' }).getByRole('row')
  const cells = await rows.evaluateAll((all) => all.slice(1).map((row) => row.querySelector('td')?.textContent ?? ''))
  return {
    openThreats: await figure('Open threats'),
    critical: numberIn(await card('Open threats').getByRole('link', { name: 'critical' }).textContent()),
    running: await figure('Takedowns in progress'),
    removed: await figure('Removed in'),
    badges: [await badge('Threats'), await badge('Takedowns')],
    sources: cells.map(numberIn),
  }
}

/** Waits until the home page shows the numbers of the server for a company. */
async function expectHomeOf(company: Company): Promise<Numbers> {
  const figures = await figuresOf(company)
  await expect.poll(() => shownOn(admin).catch(() => null), { timeout: pollMs }).toEqual(figures)
  return figures
}

const text = () => admin.page.locator('body').evaluate((body) => (body as { innerText: string }).innerText)

/** Waits until the screen contains only data of this company. */
async function expectOnly(company: Company, ...others: Company[]): Promise<void> {
  const shown = async () => {
    const now = await text()
    return [company, ...others].filter(({ word }) => word.test(now)).map(({ key }) => key)
  }
  await expect.poll(shown, { timeout: pollMs }).toEqual([company.key])
}

/** Chooses another company by keyboard. */
async function switchTo({ name }: Company): Promise<void> {
  const { page } = admin
  await openCompanies(admin)
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog', { name: 'Choose a company' })
    .waitFor({ state: 'detached' })
    .catch(() => undefined)
  await page
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .waitFor()
}

const sumOf = (numbers: number[]) => numbers.reduce((total, count) => total + count, 0)

test('the home of all companies shows which one needs attention, and a row leads to its home', async () => {
  const { page } = admin
  expect(new URL(page.url()).pathname).toBe('/admin/home')
  const overview = await answer<
    {
      company: string
      name: string
      criticalOpen: number
      takedowns: Record<'overdue' | 'unassigned', number>
      reviews: { overdue: number }
    }[]
  >('/analytics/getCompanyOverview')
  const table = page.getByRole('region', { name: 'Companies' })
  await table.getByRole('row').nth(overview.length).waitFor()
  const names = await table
    .getByRole('rowheader')
    .evaluateAll((cells) => cells.map((cell) => cell.querySelector('button')?.firstChild?.textContent))
  expect(names).toEqual(overview.map(({ name }) => name))
  const tile = async (name: string) =>
    numberIn((await page.getByRole('list', { name: 'Open work' }).getByRole('button', { name }).textContent()) ?? '')
  expect(await tile('Critical threats')).toBe(sumOf(overview.map(({ criticalOpen }) => criticalOpen)))
  expect(await tile('Overdue takedowns')).toBe(sumOf(overview.map(({ takedowns }) => takedowns.overdue)))
  expect(await tile('Overdue reviews')).toBe(sumOf(overview.map(({ reviews }) => reviews.overdue)))
  expect(await accessibilityFaults(page)).toEqual([])

  await table.getByRole('rowheader').getByRole('button', { name: meridian.name }).click()
  await page.waitForURL((url) => url.pathname === '/home')
  await expectHomeOf(meridian)
  await expectOnly(meridian, kestrel, larkspur)
  // Delays of certificate logs are shown only to users who can act on them.
  await page.getByText(/certificate logs/).waitFor()
})

test('a figure of a company leads to its list with the filter that it counts', async () => {
  const { page } = admin
  await page.getByRole('link', { name: 'All companies' }).click()
  await page.waitForURL((url) => url.pathname === '/admin/home')
  await page
    .getByRole('list', { name: 'Open work' })
    .getByRole('button', { name: /^Takedowns: .* unassigned in all$/ })
    .click()
  await page.waitForURL((url) => url.searchParams.get('only') === 'takedownsUnassigned')
  const figure = page
    .getByRole('region', { name: 'Companies' })
    .getByRole('button', { name: new RegExp(`^${meridian.name}: Takedowns, .* unassigned`) })
  const count = numberIn((await figure.textContent()) ?? '')
  expect(count).toBeGreaterThan(0)
  await figure.click()
  await page.waitForURL((url) => url.pathname === '/takedown' && url.search === '?assigned=nobody')
  await page.getByText(`${count} takedowns`, { exact: false }).first().waitFor()
  await page.goto(`${stack.origin}/home`)
  await expectHomeOf(meridian)
})

test('a client’s home says nothing of certificate logs, and no more passwords than credentials', async () => {
  const client = await newVisitor(browser, stack.origin)
  await signIn(client, 'client@demo.example')
  await client.settled()
  const card = client.page.getByRole('listitem').filter({ hasText: 'New leaked credentials' })
  const passwords = numberIn(await card.getByText(/with passwords$/).textContent())
  expect(passwords).toBeGreaterThan(0)
  expect(passwords).toBeLessThanOrEqual(numberIn(await card.locator('b').getAttribute('title')))
  expect(await client.page.getByText(/certificate logs/).count()).toBe(0)
  expectNoTroubles(client)
  await client.context.close()
})

test('another company changes the numbers of the home and leaves nothing of the one before', async () => {
  const before = await expectHomeOf(meridian)
  await switchTo(kestrel)
  expect(new URL(admin.page.url()).pathname).toBe('/home')
  const after = await expectHomeOf(kestrel)
  // Both match the server. One number may be the same for two companies by chance, but not all of them.
  expect(after).not.toEqual(before)
  await expectOnly(kestrel, meridian, larkspur)
})

test('lists are those of the company in force, and Back shows nothing of the other', async () => {
  const { page } = admin
  for (const [path, list, call] of [
    ['/threats/All?status=open', 'Threats', 'threats/getAllThreats?similar=collapsed&'],
    ['/takedown?view=all', 'Takedowns', `takedown/getTakedown?takedownStatus=${runningTakedownStatuses.join(',')}&`],
    ['/activity?tab=takedown', 'Activity', 'activity/getActivity?'],
  ] as const) {
    await page.goto(path)
    await page
      .getByRole(list === 'Threats' ? 'treegrid' : 'grid', { name: list })
      .getByRole('row')
      .nth(3)
      .waitFor()
    await expectOnly(kestrel, meridian, larkspur)
    await switchTo(larkspur)
    const kept = new URL(page.url())
    expect(path.split('?')[0]).toBe(kept.pathname)
    expect(kept.search).toBe('')
    const query = kept.pathname.startsWith('/threats') ? 'threats/getAllThreats?similar=collapsed&' : call
    const view =
      kept.pathname === '/takedown'
        ? '&takedownStatus=draft,awaiting_authorisation,authorised,submitted,acknowledged,info_requested,escalated,reopened'
        : ''
    const { total } = await answer<{ total: number }>(`/${query}company=${larkspur.key}&limit=1${view}`)
    await expect
      .poll(
        () => page.getByRole(list === 'Threats' ? 'treegrid' : 'grid', { name: list }).getAttribute('aria-rowcount'),
        { timeout: pollMs },
      )
      .toBe(String(total + 1))
    await expectOnly(larkspur, kestrel, meridian)
    await page.goBack()
    await page
      .getByRole(list === 'Threats' ? 'treegrid' : 'grid', { name: list })
      .getByRole('row')
      .nth(3)
      .waitFor()
    await expectOnly(larkspur, kestrel, meridian)
    await switchTo(kestrel)
  }
  expectNoTroubles(admin)
})
