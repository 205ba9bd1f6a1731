import { can, homeRouteOf, signInRoleOf, type Role } from '@signet/contract/permissions'
import type { CompanyConfig, ModuleFlags } from '@signet/contract/companies'
import { msg } from '../words/msg.ts'

/*
 * The navigation list as a value: built from role, company, config, modules and sources, the same for the sidebar, the
 * command palette and the redirect rules.
 */

export type NavIcon =
  | 'home'
  | 'threats'
  | 'touts'
  | 'leaks'
  | 'news'
  | 'activity'
  | 'reports'
  | 'request'
  | 'takedown'
  | 'settings'
  | 'analysis'
  | 'glossary'
  | 'profile'
  | 'new'
  | 'executive'
  | 'add'
  | 'watchlist'
  | 'deleted'
  | 'deletionQueue'
  | 'page'
  | 'events'
  | 'recent'
  | 'test'
  | 'onboarding'
  | 'email'
  | 'addUser'
  | 'reviewers'
  | 'logs'
  | 'rules'

export interface NavEntry {
  label: string
  /** What the redirect rules compare with. */
  path: string
  /** Where the entry leads: the path, or the path with a source. */
  to: string
  /** What the address begins with, as the user has set it. */
  search?: { from?: string | undefined }
  icon: NavIcon
  /** The first of the entries only a super admin has; a line stands above it. */
  startsGroup?: boolean
}

export interface NavInput {
  role: Role
  company: string
  config: CompanyConfig
  modules: ModuleFlags
  sources: { threats: readonly string[]; touts: readonly string[] }
}

const entry = (label: string, path: string, icon: NavIcon, to = path): NavEntry => ({ label, path, to, icon })

/** What a source is called in an address: FB is Facebook to people. */
export function sourceSlug(source: string): string {
  return source === 'FB' ? 'Facebook' : source
}

function withSource(path: string, { role, config }: NavInput, own: readonly string[]): string {
  const isPlainClient = signInRoleOf(role) === 'client' && !config.homeRoute
  const first = isPlainClient && own.includes('APK') ? 'APK' : own[0]
  return `${path}/${encodeURIComponent(sourceSlug(first ?? 'APK'))}`
}

function qaList({ config }: NavInput): NavEntry[] {
  const own =
    config.qaNavigation === 'touts'
      ? [
          entry(msg('Touts'), '/QA/touts', 'touts'),
          entry(msg('Tout Watchlist'), '/QA/toutsWatchlist', 'watchlist'),
          entry(msg('Deleted Touts'), '/QA/toutsDeleted', 'deleted'),
        ]
      : [entry(msg('Deletion Queue'), '/QA/deletionQueue', 'deletionQueue')]
  return [
    entry(msg('Threats'), '/QA/dashboard', 'threats'),
    entry(msg('Add Threats'), '/QA/addThreats', 'add'),
    entry(msg('Threat Watchlist'), '/QA/watchlist', 'watchlist'),
    entry(msg('Deleted Threats'), '/QA/deleted', 'deleted'),
    ...own,
    entry(msg('Glossary'), '/QA/glossary', 'glossary'),
    entry(msg('Profile'), '/QA/profile', 'profile'),
  ]
}

const superAdminList: NavEntry[] = [
  { ...entry(msg('Recent Activity'), '/recentActivity', 'recent'), startsGroup: true },
  entry(msg('Test'), '/test', 'test'),
  entry(msg('Onboarding'), '/onboarding', 'onboarding'),
  entry(msg('Send Email'), '/email', 'email'),
  entry(msg('Add User'), '/addUser', 'addUser'),
  entry(msg('QA Activity'), '/qaActivity', 'reviewers'),
  entry(msg('Logs'), '/traffic', 'logs'),
  entry(msg('Notifications Manager'), '/notifications', 'rules'),
]

/** The list before what modules and configuration insert. */
function baseList(input: NavInput): NavEntry[] {
  const { role, config, modules, sources } = input
  const home = entry(msg('Home'), homeRouteOf(role, config.homeRoute), 'home')
  const threats = entry(msg('Threats'), '/threats', 'threats', withSource('/threats', input, sources.threats))
  const activity = entry(msg('Activity'), '/activity', 'activity')
  const reports = entry(msg('Reports'), '/reports', 'reports')
  const request = entry(msg('Add Request'), '/addRequest', 'request')
  const takedowns = entry(msg('Takedowns'), '/takedown', 'takedown')
  const settings = entry(msg('Settings'), '/settings', 'settings')
  const analysis = entry(msg('Deeper Analysis'), '/deeperAnalysis', 'analysis')
  const last = [
    entry(msg('Glossary'), '/glossary', 'glossary'),
    entry(msg('Profile'), '/profile', 'profile'),
    ...(modules.news ? [entry(msg("What's New"), '/whatsnew', 'new')] : []),
  ]
  return config.navigation === 'lottery'
    ? // What an operator of a lottery lives with, sellers and their removal, comes first.
      [home, threats, takedowns, activity, reports, request, analysis, settings, ...last]
    : [home, threats, activity, reports, request, takedowns, settings, analysis, ...last]
}

/** The whole list of a role in a company, in order; Logout is the sidebar's own. */
export function buildNav(input: NavInput): NavEntry[] {
  const { role, config, modules, sources } = input
  if (role === 'qa') return qaList(input)

  const list = baseList(input)
  const insert = (position: number, ...entries: NavEntry[]) => list.splice(position, 0, ...entries)
  const toutsLabel = config.navigation === 'lottery' ? msg('Ticket Re-sellers') : msg('Touts')
  if (modules.touts) insert(2, entry(toutsLabel, '/touts', 'touts', withSource('/touts', input, sources.touts)))
  if (modules.leaks) insert(3, entry(msg('Data Leaks'), '/leaks', 'leaks'))
  if (modules.news) insert(4, entry(msg('News'), '/news', 'news'))
  insert(
    4,
    ...config.pages.map(({ pageRoute, pageName }) => {
      const path = pagePath(pageRoute)
      return entry(pageName, path, path === '/events' ? 'events' : 'page')
    }),
  )
  if (modules.kmp) insert(5, entry(msg('Executive Leak Monitor'), '/kmp', 'executive'))
  // Who may neither add one nor ask for one would come to a refusal.
  const mayTell = can(role, 'threats:add') || can(role, 'requests:use')
  if (config.addThreats && mayTell) insert(2, entry(msg('Add Threats'), '/addThreats', 'add'))
  return role === 'superAdmin' ? [...list, ...superAdminList] : list
}

function pagePath(pageRoute: string): string {
  return pageRoute.startsWith('/') ? pageRoute : `/${pageRoute}`
}

/** The entry a path belongs to; the pages of a home belong to Home, `/events` to Threats unless it is an entry of its own. */
export function entryOf(list: readonly NavEntry[], path: string): NavEntry | undefined {
  if (path === '/home') return list.find(({ icon }) => icon === 'home')
  const under = list.filter((item) => path === item.path || path.startsWith(`${item.path}/`))
  // A page of the company may lie under another entry; the longer path is the nearer one.
  const [nearest] = under.toSorted((a, b) => b.path.length - a.path.length)
  if (!nearest && path === '/events') return list.find(({ icon }) => icon === 'threats')
  return nearest
}
