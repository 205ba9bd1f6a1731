import type { CompanyConfig, ModuleFlags } from '@signet/contract/companies'
import type { Role } from '@signet/contract/permissions'

/*
 * What a feature adds to the portal, said in its `feature.ts`. `npm run generate` lists these files for the
 * router and finds the pages they name. Besides, a feature may have
 *
 * - `badge.ts`: the counts next to its menu entries (`navigation/badge.ts`),
 * - `palette.ts`: what of it the command palette finds (`navigation/palette.ts`).
 */
export interface Feature {
  pages: readonly FeaturePage[]
  menu?: readonly MenuEntry[]
}

/** An address of the portal: a page, or where it leads instead. */
export type FeaturePage = ShownPage | RedirectedPage

interface ShownPage {
  path: string
  /** The component: exported under this name by a file of the feature that ends in `-page.tsx`, and loaded when it is opened. */
  page: string
  /** One of the pages the portal is begun at: it is asked for at once, without reading the list of the others before. */
  isFirst?: boolean
  /** Reads the search parameters, where other pages link here with typed ones; most pages read their own (`usePageSearch`). */
  search?: (raw: Record<string, unknown>) => object
}

interface RedirectedPage {
  path: string
  /** The address that is shown in its place. */
  leadsTo: (params: Readonly<Record<string, string>>) => string
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

/** What the menu depends on. */
export interface NavInput {
  role: Role
  company: string
  config: CompanyConfig
  modules: ModuleFlags
  sources: { threats: readonly string[]; touts: readonly string[] }
}

export type MenuEntry = (Ordered | Inserted) & {
  label: (input: NavInput) => string
  /** People with the entry may open the pages at and below this path. */
  path: string | ((input: NavInput) => string)
  icon: NavIcon
  /** Where the entry leads when that is not the path. */
  to?: (input: NavInput) => string
  /** Left out: everybody of the list has it. */
  when?: (input: NavInput) => boolean
  startsGroup?: boolean
}

/** A place among the entries that are always there. */
export interface Ordered {
  list: 'clients' | 'reviewers'
  order: number
  /** For an operator of a lottery. */
  lotteryOrder?: number
}

/** The specification inserts the entries of modules at a position, one after the other. */
export interface Inserted {
  list: 'clients'
  position: number
  /** Which of them are inserted first. */
  turn: number
}

/** Keeps the paths of the pages in the type, for the types of links. */
export const defineFeature = <const F extends Feature>(each: F): F => each
