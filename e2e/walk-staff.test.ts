import { homeRouteOf } from '@signet/contract/access/permissions'
import { beforeAll, describe, expect, test } from 'vitest'
import type { NavInput } from '../apps/web/src/navigation/feature.ts'
import { buildNav } from '../apps/web/src/router/menu.ts'
import { redirectOf } from '../apps/web/src/url/redirect.ts'
import { apiCall, follow, type Visitor } from './browser.ts'
import { faultsOf, routes, useWalks, walkers, walkRoutes, type Walk } from './walk.ts'

const { walks } = useWalks()
walkRoutes(routes.staff, walks)

test('every entry of every navigation is visited, and every route belongs to a role', () => {
  const listed = new Set(walks().flatMap(({ list }) => list.map(({ path }) => path)))
  expect([...listed].toSorted()).toEqual(Object.values(routes).flat().toSorted())
})

/** Everything that a navigation list can contain. */
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

describe.each(walkers.map(({ name }) => name))('%s', (name) => {
  let walk: Walk
  beforeAll(() => {
    walk = walks().find(({ walker }) => walker.name === name) ?? expect.fail(`${name} does not walk`)
  })

  test('sees every entry of the navigation in the sidebar, and is led away from every other route', async () => {
    const { visitor, user, list } = walk
    const { page } = visitor
    const { homeRoute } = user.config
    const paths = list.map(({ path }) => path)
    const wrong: string[] = []
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(homeRouteOf(user.role, homeRoute))
    await visitor.settled()
    const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    const shown = await entries.evaluateAll((links) => links.map((link) => (link as HTMLElement).dataset['tip']))
    expect(shown).toEqual(list.map(({ label }) => label))

    for (const path of allPaths) {
      const target = redirectOf({ role: user.role, homeRoute, paths }, path)
      if (!target) continue
      await follow(visitor, path)
      const arrived = await page
        .waitForURL((url) => url.pathname === target, { timeout: 10_000 })
        .then(() => true)
        .catch(() => false)
      if (!arrived) wrong.push(`${path} leads to ${new URL(page.url()).pathname}, not to ${target}`)
    }
    expect(wrong).toEqual([])
  })
})

describe('the record', () => {
  let visitor: Visitor
  beforeAll(() => {
    visitor = walks().find(({ walker }) => walker.name === 'client')?.visitor ?? expect.fail('the client does not walk')
  })

  /** The path of the first record in a list of the API. */
  const records = [
    ['threat page', '/threats/Domain?limit=1', (id: string) => `/threats/Domain/${id}`],
    ['takedown', '/takedown/getTakedown?limit=1&takedownStatus=acknowledged', (id: string) => `/takedown/${id}`],
    ['analysis', '/deeperAnalysis/getDeeperAnalysis?limit=1', (id: string) => `/deeperAnalysis/${id}`],
    ['request', '/requests?limit=1', (id: string) => `/addRequest/${id}`],
  ] as const

  test.each(records)('%s is whole in every look', async (name, address, pathOf) => {
    const { body } = await apiCall<{ items: { id: string }[] }>(visitor, address)
    const to = pathOf(body.items[0]?.id ?? '')
    const [path = to] = to.split('?')
    const picture = `record-${name.replace(' ', '-')}`
    expect(await faultsOf(visitor, { path, to, picture, lateMs: 1000 })).toEqual([])
  })
})
