import type { CompanyConfig, ModuleFlags } from '@signet/contract/companies/companies'
import type { Role } from '@signet/contract/access/permissions'

/*
 * What a feature adds to the portal, defined in its `feature.ts`. `npm run generate` lists these files for the router and finds the pages
 * that they name. A feature may also have
 *
 * - `badge.ts`: the counts next to its menu entries (`navigation/badge.ts`),
 * - `palette.ts`: its search in the command palette (`navigation/palette.ts`).
 */
export interface Feature {
  pages: readonly FeaturePage[]
  menu?: readonly MenuEntry[]
}

/** A path of the portal: a page or a redirect. */
export type FeaturePage = ShownPage | RedirectedPage

interface ShownPage {
  path: string
  /**
   * The name of the component. It is exported by a file of the feature that ends in `-page.tsx`, which is loaded when the page is opened.
   */
  page: string
  /** Whether users often start on this page. It is then loaded at once, without loading the list of all pages first. */
  isFirst?: boolean
  /** Validates the search parameters, so that links from other pages are typed; most pages validate their own (`usePageSearch`). */
  search?: (raw: Record<string, unknown>) => object
}

interface RedirectedPage {
  path: string
  /** The path to redirect to. */
  leadsTo: (params: Readonly<Record<string, string>>, search: Readonly<Record<string, unknown>>) => string
}

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

/** The data that the menu depends on. */
export interface NavInput {
  role: Role
  company: string
  config: CompanyConfig
  modules: ModuleFlags
  sources: { threats: readonly string[]; touts: readonly string[] }
}

export type MenuEntry = (Ordered | Inserted) & {
  label: (input: NavInput) => string
  /** Users with this entry may open the page at this path and all pages below it. */
  path: string | ((input: NavInput) => string)
  icon: NavIcon
  /** The target of the entry if it differs from the path. */
  to?: (input: NavInput) => string
  /** Omitted if all users of the list have the entry. */
  when?: (input: NavInput) => boolean
  /** The heading of the group that begins with this entry; null if none does. */
  startsGroup?: (input: NavInput) => string | null
}

/** The position among the entries that are always present. */
export interface Ordered {
  list: 'clients' | 'reviewers'
  order: number
  /** The position for a lottery operator. */
  lotteryOrder?: number
}

/** The specification inserts the entries of modules at a position, one after the other. */
export interface Inserted {
  list: 'clients'
  position: number
  /** The order in which they are inserted. */
  turn: number
}

/** Keeps the paths of the pages in the type, so that links are typed. */
export const defineFeature = <const F extends Feature>(each: F): F => each
