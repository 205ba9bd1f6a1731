import { homeRouteOf } from '@signet/contract/access/permissions'
import { describe, expect, test } from 'vitest'
import type { NavInput } from '../apps/web/src/navigation/feature.ts'
import { buildNav } from '../apps/web/src/router/menu.ts'
import { redirectOf } from '../apps/web/src/url/redirect.ts'
import { apiCall, follow, type Visitor } from './browser.ts'
import { faultsOf, faultsOfScreens, routes, useWalks, walkers, type Walk } from './walk.ts'

const walks = useWalks()

test('every entry of every navigation is visited, and every route belongs to a role', () => {
  const listed = new Set(walks.all().flatMap(({ list }) => list.map(({ path }) => path)))
  expect([...listed].toSorted()).toEqual(routes.toSorted())
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

/** A walker with fifty screens, on a loaded machine, after waiting for a window. */
const walkMs = 900_000

const walkOf = (name: string): Walk =>
  walks.all().find(({ walker }) => walker.name === name) ?? expect.fail(`${name} does not walk`)

test.concurrent.each(walkers.map(({ name }) => name))(
  '%s sees the whole navigation, finds its screens whole, light and dark, wide and narrow, and is led away from others',
  async (name) => {
    const walk = walkOf(name)
    const faults = await walks.inWindow(walk, async (visitor) => [
      ...(await faultsOfNavigation(visitor, walk)),
      ...(await faultsOfScreens(visitor, walk, walks.all())),
    ])
    expect(faults).toEqual([])
  },
  walkMs,
)

async function faultsOfNavigation(visitor: Visitor, { user, list }: Walk): Promise<string[]> {
  const { page } = visitor
  const { homeRoute } = user.config
  const paths = list.map(({ path }) => path)
  const faults: string[] = []
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
    if (!arrived) faults.push(`${path} leads to ${new URL(page.url()).pathname}, not to ${target}`)
  }
  return faults
}

describe('the record', () => {
  /** The path of the first record in a list of the API. */
  const records = [
    ['threat page', '/threats/Domain?limit=1', (id: string) => `/threats/Domain/${id}`],
    ['takedown', '/takedown/getTakedown?limit=1&takedownStatus=acknowledged', (id: string) => `/takedown/${id}`],
    ['analysis', '/deeperAnalysis/getDeeperAnalysis?limit=1', (id: string) => `/deeperAnalysis/${id}`],
    ['request', '/requests?limit=1', (id: string) => `/addRequest/${id}`],
  ] as const

  test.each(records)('%s is whole in every look', async (name, address, pathOf) => {
    const faults = await walks.inWindow(walkOf('client'), async (visitor) => {
      const { body } = await apiCall<{ items: { id: string }[] }>(visitor, address)
      const to = pathOf(body.items[0]?.id ?? '')
      const [path = to] = to.split('?')
      const picture = `record-${name.replace(' ', '-')}`
      return faultsOf(visitor, { path, to, picture, lateMs: 1000 })
    })
    expect(faults).toEqual([])
  })
})
