import { signInRoleOf } from '@signet/contract/access/permissions'
import type { CompanyConfig } from '@signet/contract/companies/companies'
import { stringifySearch } from '../url/search-params.ts'
import { sourceSlug } from '../url/source-slug.ts'
import type { MenuEntry, NavIcon, NavInput, Ordered } from './feature.ts'

/*
 * The navigation list, built from the entries of all features, role, company, config, modules and sources. The sidebar, the command palette
 * and the redirect rules all use it.
 */

export interface NavEntry {
  label: string
  /** The path that the redirect rules compare with. */
  path: string
  /** The target of the entry: the path, or the path with a source. */
  to: string
  /** Initial search parameters from the user's preferences. */
  search?: Readonly<Record<string, string | undefined>>
  icon: NavIcon
  /** The heading of the group that begins with this entry. The sidebar shows headings if there are several groups. */
  startsGroup?: string
}

/** The company's own pages are inserted before the news entry and those after it, which keep their positions. */
const companyPages = { position: 4, turn: 3 }

let registered: readonly MenuEntry[] = []

/** Registers the entries of all features, once at startup. */
export function registerMenu(entries: readonly MenuEntry[]): void {
  registered = entries
}

/** The complete list of a role in a company, in order. The sidebar adds Logout itself. */
export function buildNav(input: NavInput): NavEntry[] {
  const { role, config } = input
  const list = role === 'qa' ? 'reviewers' : 'clients'
  const entries = registered.filter((entry) => entry.list === list && (entry.when?.(input) ?? true))
  const orderOf = ({ order, lotteryOrder = order }: Ordered) => (config.navigation === 'lottery' ? lotteryOrder : order)
  const ordered = entries.filter((entry) => 'order' in entry).toSorted((a, b) => orderOf(a) - orderOf(b))
  const shown = ordered.map((entry) => shownEntry(entry, input))
  const inserted = entries
    .filter((entry) => 'position' in entry)
    .map((entry) => ({ ...entry, shown: [shownEntry(entry, input)] }))
  const own = { ...companyPages, shown: role === 'qa' ? [] : config.pages.map(pageEntry) }
  for (const { position, shown: more } of [own, ...inserted].toSorted((a, b) => a.turn - b.turn))
    shown.splice(position, 0, ...more)
  return shown
}

function shownEntry({ label, path, to, icon, startsGroup }: MenuEntry, input: NavInput): NavEntry {
  const own = typeof path === 'string' ? path : path(input)
  const group = startsGroup?.(input)
  return {
    label: label(input),
    path: own,
    to: to?.(input) ?? own,
    icon,
    ...(group ? { startsGroup: group } : {}),
  }
}

function pageEntry({ pageRoute, pageName }: CompanyConfig['pages'][number]): NavEntry {
  const path = pageRoute.startsWith('/') ? pageRoute : `/${pageRoute}`
  return { label: pageName, path, to: path, icon: path === '/events' ? 'events' : 'page' }
}

/** The address that an entry opens. */
export const hrefOf = ({ to, search }: NavEntry): string => `${to}${stringifySearch(search ?? {})}`

/** The path of a list with its initial source. */
export function withSource(path: string, { role, config }: NavInput, own: readonly string[]): string {
  const isPlainClient = signInRoleOf(role) === 'client' && !config.homeRoute
  const first = isPlainClient && own.includes('APK') ? 'APK' : own[0]
  return `${path}/${encodeURIComponent(sourceSlug(first ?? 'APK'))}`
}

/** Whether Home shows the open work of all companies, and not of the one that is selected. */
export const isHomeOfAll = ({ role }: NavInput): boolean => signInRoleOf(role) === 'admin'

/** The entry that a path belongs to. `/home` belongs to Home, and `/events` to Threats unless it has an entry of its own. */
export function entryOf(list: readonly NavEntry[], path: string): NavEntry | undefined {
  if (path === '/home') return list.find(({ icon }) => icon === 'home')
  const under = list.filter((item) => path === item.path || path.startsWith(`${item.path}/`))
  // A page of the company may lie below another entry. The longest matching path wins.
  const [nearest] = under.toSorted((a, b) => b.path.length - a.path.length)
  if (!nearest && path === '/events') return list.find(({ icon }) => icon === 'threats')
  return nearest
}
