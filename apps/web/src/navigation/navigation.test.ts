import type { Role } from '@signet/contract/access/permissions'
import type { CompanyConfig } from '@signet/contract/companies/companies'
import { expect, test } from 'vitest'
import { features } from '../router/features.generated.ts'
import { buildNav } from '../router/menu.ts'
import type { NavInput } from './feature.ts'
import { entryOf, hrefOf } from './navigation.ts'
import { openedBy } from './use-nav.ts'

const plain = { pages: [], navigation: 'standard', qaNavigation: 'deletionQueue', addThreats: false } as const
const configOf = (changes: Partial<CompanyConfig> = {}): CompanyConfig => ({ ...plain, pages: [], ...changes })
const off = { touts: false, leaks: false, news: false, kmp: false }
const input = (role: Role, changes: Partial<NavInput> = {}): NavInput => ({
  role,
  company: 'meridian-bank',
  config: configOf(),
  modules: off,
  sources: { threats: ['FB', 'APK', 'Domain'], touts: ['Telegram'] },
  ...changes,
})
const labels = (role: Role, changes?: Partial<NavInput>) => buildNav(input(role, changes)).map(({ label }) => label)

const base = [
  'Home',
  'Threats',
  'Activity',
  'Reports',
  'Add Request',
  'Takedowns',
  'Settings',
  'Deeper Analysis',
  'Glossary',
  'Profile',
]
const lottery = [
  'Home',
  'Threats',
  'Takedowns',
  'Activity',
  'Reports',
  'Add Request',
  'Deeper Analysis',
  'Settings',
  'Glossary',
  'Profile',
]
const qa = ['Threats', 'Add Threats', 'Threat Watchlist', 'Deleted Threats', 'Deletion Queue', 'Glossary', 'Profile']
const superAdmin = [
  'Recent Activity',
  'System health',
  'Onboarding',
  'Send Email',
  'Add User',
  'QA Activity',
  'Logs',
  'Notifications Manager',
]

test.each<[string, Role, Partial<NavInput>, string[]]>([
  ['a client sees the base list', 'client', {}, base],
  ['a client admin sees the base list', 'clientPeeker', {}, base],
  ['an admin sees the base list', 'admin', {}, base],
  ['a super admin sees the base list and their own entries after it', 'superAdmin', {}, [...base, ...superAdmin]],
  ['QA sees only its own list', 'qa', { modules: { touts: true, leaks: true, news: true, kmp: true } }, qa],
  [
    'touts stand at position 2',
    'client',
    { modules: { ...off, touts: true } },
    ['Home', 'Threats', 'Touts', ...base.slice(2)],
  ],
  [
    'leaks stand at position 3',
    'client',
    { modules: { ...off, leaks: true } },
    ['Home', 'Threats', 'Activity', 'Data Leaks', ...base.slice(3)],
  ],
  [
    "news stand at position 4 and bring What's New",
    'client',
    { modules: { ...off, news: true } },
    [...base.slice(0, 4), 'News', ...base.slice(4), "What's New"],
  ],
  [
    'extra pages begin at position 4, in their order',
    'client',
    {
      config: configOf({
        pages: [
          { pageRoute: 'one', pageName: 'One' },
          { pageRoute: '/two', pageName: 'Two' },
        ],
      }),
    },
    [...base.slice(0, 4), 'One', 'Two', ...base.slice(4)],
  ],
  [
    'the executive leak monitor stands at position 5',
    'client',
    { modules: { ...off, kmp: true } },
    [...base.slice(0, 5), 'Executive Leak Monitor', ...base.slice(5)],
  ],
  [
    'the client that enters threats itself has Add Threats at position 2',
    'client',
    { config: configOf({ addThreats: true }) },
    ['Home', 'Threats', 'Add Threats', ...base.slice(2)],
  ],
  ['who only looks has no Add Threats', 'clientPeeker', { config: configOf({ addThreats: true }) }, base],
  [
    'QA of the railway-ticketing client has touts instead of the deletion queue',
    'qa',
    { config: configOf({ qaNavigation: 'touts' }) },
    [...qa.slice(0, 4), 'Touts', 'Tout Watchlist', 'Deleted Touts', ...qa.slice(5)],
  ],
  [
    'the operator of a lottery has takedowns before activity',
    'client',
    { config: configOf({ navigation: 'lottery' }) },
    lottery,
  ],
  [
    'the operator of a lottery has ticket re-sellers at position 2, leaks at 3, news at 4',
    'client',
    { config: configOf({ navigation: 'lottery' }), modules: { ...off, touts: true, leaks: true, news: true } },
    ['Home', 'Threats', 'Ticket Re-sellers', 'Data Leaks', 'News', ...lottery.slice(2), "What's New"],
  ],
  [
    'QA of the operator of a lottery has the menu of every QA',
    'qa',
    { config: configOf({ navigation: 'lottery' }) },
    qa,
  ],
])('%s', (_, role, changes, expected) => {
  expect(labels(role, changes)).toEqual(expected)
})

test('the menu keeps its order with all modules enabled', () => {
  const all = { modules: { touts: true, leaks: true, news: true, kmp: true }, config: configOf() }
  expect(labels('client', all).slice(0, 8)).toEqual([
    'Home',
    'Threats',
    'Touts',
    'Data Leaks',
    'News',
    'Executive Leak Monitor',
    'Activity',
    'Reports',
  ])
})

test('leaks, news and the executive leak monitor keep their positions next to pages of the company', () => {
  const config = configOf({
    pages: [
      { pageRoute: 'one', pageName: 'One' },
      { pageRoute: 'two', pageName: 'Two' },
    ],
  })
  const on = { ...off, leaks: true, news: true, kmp: true }
  for (const modules of [on, { ...on, touts: true }]) {
    const list = labels('client', { config, modules })
    expect(['Data Leaks', 'News', 'Executive Leak Monitor'].map((label) => list.indexOf(label))).toEqual([3, 4, 5])
    expect(list.indexOf('Two')).toBe(list.indexOf('One') + 1)
  }
})

test.each<[string, Role, Partial<NavInput>, string]>([
  ['APK for the plain client', 'client', {}, '/threats/APK'],
  ["the company's first source, FB written Facebook, for an admin", 'admin', {}, '/threats/Facebook'],
  [
    'the first source for a client whose company has no APK source',
    'client',
    { sources: { threats: ['Domain', 'URL'], touts: [] } },
    '/threats/Domain',
  ],
  [
    'the first source for the client-specific role',
    'client',
    { config: configOf({ homeRoute: '/own/home' }) },
    '/threats/Facebook',
  ],
])('the Threats entry opens %s', (_, role, changes, expected) => {
  expect(buildNav(input(role, changes)).find(({ label }) => label === 'Threats')?.to).toBe(expected)
})

test('by default, the Threats entry opens what needs a decision in all sources; a source that the user chose otherwise', () => {
  const range = { from: '2026-11-01' }
  const threats = buildNav(input('client')).find(({ path }) => path === '/threats')
  if (!threats) throw new Error('no entry')
  const opened = (source: Parameters<typeof openedBy>[0]) => hrefOf({ ...threats, ...openedBy(source, ...own, range) })
  const own = [threats.to, ['APK', 'GoogleMaps']] as const
  const undecided = '/threats/All?view=review&status=open&sort=severity&dir=desc&from=2026-11-01'
  expect(opened(null)).toBe(undecided)
  expect(opened('First')).toBe('/threats/APK?from=2026-11-01')
  expect(opened('All')).toBe('/threats/All?from=2026-11-01')
  expect(opened('GoogleMaps')).toBe('/threats/GoogleMaps?from=2026-11-01')
  // The company no longer has it.
  expect(opened('Telegram')).toBe(undecided)
})

const groups = (role: Role) =>
  buildNav(input(role)).flatMap(({ label, startsGroup }) => (startsGroup ? [`${startsGroup}: ${label}`] : []))

test('the menu of staff has groups: work over all companies, the selected company, and the provider', () => {
  expect(groups('superAdmin')).toEqual([
    'Work: Home',
    'Company: Threats',
    'Provider: Recent Activity',
    'People: Add User',
    'Operation: Logs',
  ])
  expect(groups('admin').slice(0, 2)).toEqual(['Work: Home', 'Company: Threats'])
  // The home page of the others is that of their company. The sidebar shows no heading for a single group.
  expect(groups('client')).toEqual(['Company: Home'])
})

test('every menu entry opens a page', () => {
  const all = { modules: { touts: true, leaks: true, news: true, kmp: true }, config: configOf({ addThreats: true }) }
  const lists = [
    buildNav(input('superAdmin', all)),
    buildNav(input('qa')),
    buildNav(input('qa', { config: configOf({ qaNavigation: 'touts' }) })),
  ]
  const paths = new Set(features.flatMap(({ pages }) => pages.map(({ path }): string => path)))
  expect(lists.flat().filter(({ path }) => !paths.has(path))).toEqual([])
})

test('Home opens the home page of the role', () => {
  expect(buildNav(input('admin'))[0]?.path).toBe('/admin/home')
  expect(buildNav(input('clientPeeker'))[0]?.path).toBe('/clientAdmin/home')
  expect(buildNav(input('client', { config: configOf({ homeRoute: '/own/home' }) }))[0]?.path).toBe('/own/home')
})

test('a path below an entry belongs to it, a path that only starts with the same letters does not', () => {
  const list = buildNav(input('client'))
  expect(entryOf(list, '/takedown/TD-3391')?.label).toBe('Takedowns')
  expect(entryOf(list, '/threats/Google%20Maps')?.label).toBe('Threats')
  expect(entryOf(list, '/events')?.label).toBe('Threats')
  expect(entryOf(list, '/takedowns')).toBeUndefined()
})

test('a page of the company has its own entry, even below another entry or as the events page', () => {
  const pages = [
    { pageRoute: 'events', pageName: 'Events' },
    { pageRoute: 'threats/Bookmarks', pageName: 'Marked' },
  ]
  const list = buildNav(input('client', { config: configOf({ pages }) }))
  expect(entryOf(list, '/events')?.label).toBe('Events')
  expect(entryOf(list, '/threats/Bookmarks')?.label).toBe('Marked')
  expect(entryOf(list, '/threats/APK')?.label).toBe('Threats')
})
