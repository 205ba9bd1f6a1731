/// <reference lib="dom" />
import type { ClientInfo } from '@signet/contract/companies/companies'
import { roles } from '@signet/contract/access/permissions'
import type { SessionUser } from '@signet/contract/access/session'
import type { Browser, Cookie } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import type { NavEntry } from '../apps/web/src/navigation/navigation.ts'
import { buildNav } from '../apps/web/src/router/menu.ts'
import {
  apiCall,
  enter,
  follow,
  newVisitor,
  openBrowser,
  openShell,
  pageChanged,
  signedInUser,
  startTab,
  type Visitor,
} from './browser.ts'
import { faultsOfLook, looks, nameOf, showIn, type Look } from './looks.ts'
import { startEmbedded, type Stack } from './stack.ts'

/*
 * A walk through the whole portal: every screen of every role, light and dark, wide and narrow. There is one test per user, who opens
 * every screen of their sidebar. Each fault names the screen and the look.
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

/** All entries of the sidebar. */
export const routes = [
  // The home pages, the findings, and the actions on them.
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
  // Reading and settings, and the additional pages of reviewers and super admins.
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
]

/** Together they see every part of every screen. The other roles see a subset of the same parts in the same colours. */
const seesEveryPart = new Set(['superAdmin', 'client', 'qa', 'qa of the railway', 'client of the railway'])

/** A signed-in user with their navigation list, based on the server's data of the user and the company. */
export interface Walk {
  walker: Walker
  user: SessionUser
  list: NavEntry[]
  /** The session. */
  cookies: Cookie[]
}

/**
 * The number of windows: while one waits for a response, the other can be checked. Walkers use them in turn, because a window keeps the
 * files of the portal: loading them costs a new window four times as much as showing a page.
 */
const windowCount = 2

/** The product with all users signed in. */
export interface Walks {
  all(): readonly Walk[]
  /** Lends a window in which this user is signed in and the home page is open. */
  inWindow<T>(walk: Walk, work: (visitor: Visitor) => Promise<T>): Promise<T>
}

/** Starts the product and signs in all users. */
export function useWalks(): Walks {
  let browser: Browser
  let stack: Stack
  let all: readonly Walk[] = []
  const free: Visitor[] = []
  const waiting: ((visitor: Visitor) => void)[] = []
  beforeAll(async () => {
    ;[stack, browser] = await Promise.all([startEmbedded(), openBrowser()])
    all = await Promise.all(walkers.map((walker) => begin(browser, stack.origin, walker)))
    for (let n = 0; n < windowCount; n += 1) free.push(await newVisitor(browser, stack.origin))
  })
  afterAll(async () => {
    await browser.close()
    await stack.stop()
  })
  return {
    all: () => all,
    async inWindow(walk, work) {
      const visitor = free.pop() ?? (await new Promise<Visitor>((resolve) => waiting.push(resolve)))
      try {
        await changeUser(visitor, walk)
        return await work(visitor)
      } finally {
        const next = waiting.shift()
        if (next) next(visitor)
        else free.push(visitor)
      }
    },
  }
}

async function begin(browser: Browser, origin: string, walker: Walker): Promise<Walk> {
  const context = await browser.newContext({ baseURL: origin })
  await enter({ context }, walker.email)
  const user = await signedInUser({ context })
  const inForce = walker.company ?? user.adminCompanies[0] ?? user.company
  const { body } = await apiCall<ClientInfo>({ context }, `/client/getClientInfo?company=${inForce}`)
  const { config, modules, threatSources, toutSources } = body
  const sources = { threats: threatSources, touts: toutSources }
  const list = buildNav({ role: user.role, company: inForce, config, modules, sources })
  const cookies = await context.cookies()
  await context.close()
  return { walker, user, list, cookies }
}

/** The window knows nothing of its earlier user, except the files of the portal. */
async function changeUser(visitor: Visitor, { walker, cookies }: Walk): Promise<void> {
  const { page, context } = visitor
  await startTab(visitor, walker.company)
  await page.evaluate(() => localStorage.clear())
  await context.clearCookies()
  await context.addCookies(cookies)
  await openShell(visitor, '/home')
}

/**
 * The faults of the user's screens, one line each. One user who sees every part of a screen loads it and checks all four looks. The others
 * follow a link and check one look each. The nightly run checks all looks for everyone.
 */
export async function faultsOfScreens(visitor: Visitor, walk: Walk, all: readonly Walk[]): Promise<string[]> {
  const { name } = walk.walker
  const isColoured = seesEveryPart.has(name)
  const faults: string[] = []
  for (const [at, { path, to }] of walk.list.entries()) {
    const having = all.filter(({ list }) => list.some((entry) => entry.path === path))
    const isFirst = walk === (having.find(({ walker }) => seesEveryPart.has(walker.name)) ?? having[0])
    const inTurn = (at + walkers.indexOf(walk.walker)) % looks.length
    const seen = isFirst || process.env['WALK_ALL'] === '1' ? looks : looks.slice(inTurn, inTurn + 1)
    const picture = `${name}${path.replaceAll('/', '.')}`
    faults.push(...(await faultsOf(visitor, { path, to, picture, isColoured, isLoaded: isFirst }, seen)))
  }
  return faults
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
