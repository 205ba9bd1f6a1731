/// <reference lib="dom" />
import type { ClientInfo } from '@signet/contract/companies/companies'
import { roles } from '@signet/contract/access/permissions'
import type { SessionUser } from '@signet/contract/access/session'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NavEntry } from '../apps/web/src/navigation/navigation.ts'
import { buildNav } from '../apps/web/src/router/menu.ts'
import { apiCall, follow, newVisitor, openAs, openBrowser, pageChanged, signedInUser, type Visitor } from './browser.ts'
import { faultsOfLook, looks, nameOf, showIn, type Look } from './looks.ts'
import { startEmbedded, type Stack } from './stack.ts'

/*
 * A walk through the whole portal: every screen of every role, light and dark, wide and narrow. There is one test per route, in which every
 * user with that route opens it. Each fault names the user and the look.
 */

/** A user of the walk. `company` is selected first, for users who may choose one. */
export interface Walker {
  name: string
  email: string
  company?: string
}

export const walkers: Walker[] = [
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

/** The entries of the sidebar, split into groups for test files that run in parallel. */
export const routes = {
  // The home pages, the findings, and the actions on them.
  findings: [
    '/home',
    '/clientAdmin/home',
    '/admin/home',
    '/lottery/home',
    '/threats',
    '/touts',
    '/addThreats',
    '/activity',
    '/events',
    '/leaks',
    '/kmp',
    '/takedown',
    '/deeperAnalysis',
    '/addRequest',
    '/reports',
    '/pages/contacts',
  ],
  // Reading and settings, and the additional pages of reviewers and super admins.
  staff: [
    '/settings',
    '/glossary',
    '/profile',
    '/whatsnew',
    '/news',
    '/recentActivity',
    '/test',
    '/onboarding',
    '/email',
    '/addUser',
    '/qaActivity',
    '/traffic',
    '/notifications',
    '/QA/dashboard',
    '/QA/addThreats',
    '/QA/watchlist',
    '/QA/deleted',
    '/QA/deletionQueue',
    '/QA/touts',
    '/QA/toutsWatchlist',
    '/QA/toutsDeleted',
    '/QA/glossary',
    '/QA/profile',
  ],
} as const

/** Together they see every part of every screen. The other roles see a subset of the same parts in the same colours. */
const seesEveryPart = new Set(['superAdmin', 'client', 'qa', 'qa of the railway', 'client of the railway'])

/** A signed-in user with their navigation list, based on the server's data of the user and the company. */
export interface Walk {
  walker: Walker
  visitor: Visitor
  user: SessionUser
  list: NavEntry[]
}

/** Starts the product and signs in all users. */
export function useWalks(): { browser: () => Browser; stack: () => Stack; walks: () => readonly Walk[] } {
  let browser: Browser
  let stack: Stack
  const walks: Walk[] = []
  beforeAll(async () => {
    ;[stack, browser] = await Promise.all([startEmbedded(), openBrowser()])
    for (const walker of walkers) walks.push(await begin(browser, stack.origin, walker))
  })
  afterAll(async () => {
    await browser.close()
    await stack.stop()
  })
  return { browser: () => browser, stack: () => stack, walks: () => walks }
}

async function begin(browser: Browser, origin: string, walker: Walker): Promise<Walk> {
  const { email, company } = walker
  const visitor = await newVisitor(browser, origin)
  await openAs(visitor, email, '/home', company)
  const user = await signedInUser(visitor)
  const inForce = company ?? user.adminCompanies[0] ?? user.company
  const { body } = await apiCall<ClientInfo>(visitor, `/client/getClientInfo?company=${inForce}`)
  const { config, modules, threatSources, toutSources } = body
  const sources = { threats: threatSources, touts: toutSources }
  return { walker, visitor, user, list: buildNav({ role: user.role, company: inForce, config, modules, sources }) }
}

/** A test for each route, in which its roles find a complete screen. */
export function walkRoutes(paths: readonly string[], walks: () => readonly Walk[]): void {
  test.each(paths)('%s is whole for everybody who has it, light and dark, wide and narrow', async (path) => {
    const having = walks().flatMap(({ walker: { name }, visitor, list }) => {
      const at = list.findIndex((entry) => entry.path === path)
      const entry = list[at]
      if (!entry) return []
      const inTurn = (at + walkers.findIndex((walker) => walker.name === name)) % looks.length
      const picture = `${name}${path.replaceAll('/', '.')}`
      const screen = { path, to: entry.to, picture, isColoured: seesEveryPart.has(name) }
      return [{ name, visitor, screen, seen: looks.slice(inTurn, inTurn + 1) }]
    })
    // One walker who sees every part loads the page and checks all four looks. The others follow a link and check one look each. The
    // nightly run checks all looks for everyone.
    const first = having.find(({ screen }) => screen.isColoured) ?? having[0]
    for (const each of having) if (each === first || process.env['WALK_ALL'] === '1') each.seen = [...looks]
    expect(having.length, 'somebody has it').toBeGreaterThan(0)
    const faults: string[] = []
    await eachOf(having, async ({ name, visitor, screen, seen }) => {
      faults.push(
        ...(await faultsOf(visitor, { ...screen, isLoaded: name === first?.name }, seen)).map(
          (fault) => `${name}: ${fault}`,
        ),
      )
    })
    expect(faults).toEqual([])
  })
}

/** The number of parallel walkers: while one waits for a response, another can be checked. */
const atOnce = 3

async function eachOf<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all]
  const next = async (): Promise<void> => {
    const one = left.shift()
    if (one === undefined) return
    await work(one)
    await next()
  }
  await Promise.all(Array.from({ length: atOnce }, next))
}

const isAtOrUnder = (path: string, expected: string) => path === expected || path.startsWith(`${expected}/`)

/** The faults of a screen, one line each. It also saves a screenshot of each look. */
export async function faultsOf(
  visitor: Visitor,
  // `lateMs` is the time for content that appears after the page first settles (the day strip, the checks of a case).
  {
    path,
    to,
    picture,
    lateMs = 0,
    isLoaded = true,
    isColoured = true,
  }: {
    path: string
    to: string
    picture: string
    lateMs?: number
    isLoaded?: boolean
    /** False for users whose screen has the same parts as one that was already checked, because a part has the same colours everywhere. */
    isColoured?: boolean
  },
  seen: readonly Look[] = looks,
): Promise<string[]> {
  const { page } = visitor
  const faults: string[] = []
  visitor.troubles.length = 0
  await page.setViewportSize({ width: 1440, height: 900 })
  if (isLoaded || new URL(page.url()).pathname === new URL(to, page.url()).pathname) await page.goto(to)
  else {
    await follow(visitor, to)
    await pageChanged(visitor)
  }
  await visitor.settled().catch(() => faults.push(`${path} is never still`))
  const arrived = new URL(page.url()).pathname
  if (!isAtOrUnder(decodeURIComponent(arrived), path)) faults.push(`${path} ends at ${arrived}`)
  for (const [at, look] of seen.entries()) {
    const label = `${path} ${nameOf(look)}`
    await showIn(visitor, look)
    await visitor.settled().catch(() => faults.push(`${label} is never still`))
    if (lateMs > 0 && at === 0) {
      await page.waitForTimeout(lateMs)
      await visitor.settled()
    }
    const [heading, ...more] = await page.locator('h1').allTextContents()
    if (!heading?.trim() || more.length > 0) faults.push(`${label} has the headings ${[heading, ...more].join(', ')}`)
    if ((await page.getByRole('alert').filter({ hasText: "Couldn't load" }).count()) > 0) {
      faults.push(`${label} could not be loaded`)
    }
    faults.push(
      ...(await faultsOfLook(visitor, picture, look, seen[at - 1], isColoured)).map((fault) => `${label} ${fault}`),
    )
  }
  faults.push(...visitor.troubles.map((trouble) => `${path} ${trouble}`))
  return faults
}
