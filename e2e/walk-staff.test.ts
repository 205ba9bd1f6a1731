/// <reference lib="dom" />
import type { ClientInfo } from '@signet/contract/companies'
import { homeRouteOf, roles } from '@signet/contract/permissions'
import type { SessionUser } from '@signet/contract/session'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildNav, type NavEntry, type NavInput } from '../apps/web/src/navigation.ts'
import { redirectOf } from '../apps/web/src/redirect.ts'
import { accessibilityFaults, apiCall, keepScreen, newVisitor, openBrowser, signIn, type Visitor } from './browser.ts'
import { startEmbedded, type Stack } from './stack.ts'

/** Somebody who walks the whole portal; `company` is chosen first by those who may choose. */
interface Walker {
  name: string
  email: string
  company?: string
}

const walkers: Walker[] = [
  ...roles
    .filter((role) => role !== 'qa')
    .map((role) => ({
      name: role,
      email: `${role}@demo.example`,
      ...(role === 'superAdmin' ? { company: 'meridian-bank' } : {}),
    })),
  { name: 'qa', email: 'qa@demo.example', company: 'meridian-bank' },
  { name: 'qa of the railway', email: 'qa@demo.example', company: 'kestrel-rail' },
  { name: 'client of the railway', email: 'client.kestrel@demo.example' },
  { name: 'client of the lottery', email: 'client.larkspur@demo.example' },
  { name: 'client of the feed', email: 'client.feedwatch@demo.example' },
]

const looks = [
  { theme: 'light', width: 1440, height: 900 },
  { theme: 'dark', width: 1440, height: 900 },
  { theme: 'dark', width: 390, height: 844 },
  { theme: 'light', width: 390, height: 844 },
] as const

/** Those whose screens differ from each other's; the other roles have the same ones, and see one look of each in turn. */
const ofTheirOwn = new Set(['superAdmin', 'client', 'clientPeeker', 'qa', 'qa of the railway', 'client of the railway'])
const seesAllLooks = (name: string) => ofTheirOwn.has(name) || process.env['WALK_ALL'] === '1'

/** Everything any navigation list can hold. */
const everything: NavInput = {
  role: 'superAdmin',
  company: 'any',
  config: { pages: [], addThreats: true, navigation: 'standard', qaNavigation: 'deletionQueue' },
  modules: { touts: true, leaks: true, news: true, kmp: true },
  sources: { threats: ['APK'], touts: ['APK'] },
}
const lists = [
  everything,
  { ...everything, role: 'qa' },
  { ...everything, role: 'qa', config: { ...everything.config, qaNavigation: 'touts' } },
] as const satisfies NavInput[]
const allPaths = new Set([
  ...lists.flatMap((input) => buildNav(input).map(({ path }) => path)),
  '/home',
  '/clientAdmin/home',
  '/admin/home',
  '/lottery/home',
  '/threats/Bookmarks',
  '/touts/Bookmarks',
  '/events',
  '/',
  '/auth/error',
  '/no/such/page',
])

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

/** The navigation list of somebody, from what the server says of them and of the company. */
async function listOf(visitor: Visitor, company: string | undefined): Promise<{ user: SessionUser; list: NavEntry[] }> {
  const user = await visitor.page.evaluate(
    async () => ((await (await fetch('/api/auth/session')).json()) as { user: SessionUser }).user,
  )
  const inForce = company ?? user.adminCompanies[0] ?? user.company
  const { body } = await apiCall<ClientInfo>(visitor, `/client/getClientInfo?company=${inForce}`)
  const { config, modules, threatSources, toutSources } = body
  const sources = { threats: threatSources, touts: toutSources }
  return { user, list: buildNav({ role: user.role, company: inForce, config, modules, sources }) }
}

const isAtOrUnder = (path: string, expected: string) => path === expected || path.startsWith(`${expected}/`)

describe.each(walkers)('$name', ({ name, email, company }) => {
  let visitor: Visitor
  let user: SessionUser
  let list: NavEntry[]
  let allowed: string[]
  beforeAll(async () => {
    visitor = await newVisitor(browser, stack.origin)
    await signIn(visitor, email)
    if (company) await visitor.page.evaluate((key) => sessionStorage.setItem('signet.company', key), company)
    const found = await listOf(visitor, company)
    user = found.user
    list = found.list
    allowed = list.map(({ path }) => path)
  })
  afterAll(() => visitor.context.close())

  test('is led away from every route that is not in the navigation', async () => {
    const { page } = visitor
    const { homeRoute } = user.config
    const wrong: string[] = []
    await page.goto(homeRouteOf(user.role, homeRoute))
    await visitor.settled()
    for (const path of allPaths) {
      const target = redirectOf({ role: user.role, homeRoute, paths: allowed }, path)
      if (!target) continue
      // As a link of the portal leads there: without loading it anew.
      await page.evaluate((to) => {
        history.pushState({}, '', to)
        dispatchEvent(new PopStateEvent('popstate', { state: {} }))
      }, path)
      const arrived = await page
        .waitForURL((url) => url.pathname === target, { timeout: 10_000 })
        .then(() => true)
        .catch(() => false)
      if (!arrived) wrong.push(`${path} leads to ${new URL(page.url()).pathname}, not to ${target}`)
    }
    expect(wrong).toEqual([])
  })

  test('sees every entry of the navigation in the sidebar, in order', async () => {
    const { page } = visitor
    await page.goto(homeRouteOf(user.role, user.config.homeRoute))
    await visitor.settled()
    const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    const shown = await entries.evaluateAll((links) => links.map((link) => (link as HTMLElement).dataset['tip']))
    expect(shown).toEqual(list.map(({ label }) => label))
  })

  test('finds a whole screen behind every entry, light and dark, wide and narrow', { timeout: 900_000 }, async () => {
    const faults: string[] = []
    for (const [at, { path, to }] of list.entries()) {
      const inTurn = (at + walkers.findIndex((walker) => walker.name === name)) % looks.length
      const shown = seesAllLooks(name) ? looks : looks.slice(inTurn, inTurn + 1)
      faults.push(...(await faultsOf(visitor, { path, to, picture: `${name}${path.replaceAll('/', '.')}` }, shown)))
    }
    expect(faults).toEqual([])
  })
})

describe('the record', () => {
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await newVisitor(browser, stack.origin)
    await signIn(visitor, 'client@demo.example')
  })
  afterAll(() => visitor.context.close())

  /** The address of a record, from the first that a list of the API holds. */
  const records = [
    [
      'threat',
      '/threats/Domain?limit=1&threatSeverity=Critical&status=open',
      (id: string) => `/threats/Domain?id=${id}`,
    ],
    ['threat page', '/threats/Domain?limit=1', (id: string) => `/threats/Domain/${id}`],
    ['takedown', '/takedown/getTakedown?limit=1&takedownStatus=acknowledged', (id: string) => `/takedown/${id}`],
    ['analysis', '/deeperAnalysis/getDeeperAnalysis?limit=1', (id: string) => `/deeperAnalysis/${id}`],
    ['request', '/requests?limit=1', (id: string) => `/addRequest/${id}`],
  ] as const

  test.each(records)('%s is whole in every look', { timeout: 300_000 }, async (name, address, pathOf) => {
    const { body } = await apiCall<{ items: { id: string }[] }>(visitor, address)
    const to = pathOf(body.items[0]?.id ?? '')
    const [path = to] = to.split('?')
    const picture = `record-${name.replace(' ', '-')}`
    expect(await faultsOf(visitor, { path, to, picture, lateMs: 1000 })).toEqual([])
  })
})

/** What is wrong with a screen, in a line each; leaves a picture of each look. */
async function faultsOf(
  visitor: Visitor,
  // What comes after the first quiet (the strip of days, the looks of a case) has so long to be on the picture, and to be judged.
  { path, to, picture, lateMs = 0 }: { path: string; to: string; picture: string; lateMs?: number },
  shown: readonly (typeof looks)[number][] = looks,
): Promise<string[]> {
  const { page } = visitor
  const faults: string[] = []
  visitor.troubles.length = 0
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(to)
  const arrived = new URL(page.url()).pathname
  if (!isAtOrUnder(decodeURIComponent(arrived), path)) faults.push(`${path} ends at ${arrived}`)
  for (const { theme, width, height } of shown) {
    const label = `${path} ${theme} ${width}`
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height })
    await visitor.settled().catch(() => faults.push(`${label} is never still`))
    if (lateMs > 0) {
      await page.waitForTimeout(lateMs)
      await visitor.settled()
    }
    await keepScreen(page, `${picture}-${theme}-${width}`)
    const [heading, ...more] = await page.locator('h1').allTextContents()
    if (!heading?.trim() || more.length > 0) faults.push(`${label} has the headings ${[heading, ...more].join(', ')}`)
    if ((await page.getByRole('alert').filter({ hasText: 'could not be loaded' }).count()) > 0) {
      faults.push(`${label} could not be loaded`)
    }
    faults.push(...(await accessibilityFaults(page)).map((fault) => `${label} ${fault}`))
    if (await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)) {
      faults.push(`${label} scrolls sideways`)
    }
  }
  faults.push(...visitor.troubles.map((trouble) => `${path} ${trouble}`))
  return faults
}
