import {
  leakSortFields,
  leakStatuses,
  leakTypeKeys,
  urlTypeKeys,
  type LeakStatus,
  type LeakType,
  type UrlType,
} from '@signet/contract/leaks/leaks'
import type { SortDirection } from '@signet/contract/wire'
import { dayOf, listOf, oneOf, textOf } from '../../../url/search-params.ts'

export type LeakSort = (typeof leakSortFields)[number]
export const passwordChoices = ['yes', 'no'] as const
export type PasswordChoice = (typeof passwordChoices)[number]

/** The URL state of the leaks page. */
export interface LeakSearch {
  type?: LeakType | undefined
  /** `packages`: the leaks grouped by package. */
  view?: 'packages' | undefined
  q?: string | undefined
  source?: string[] | undefined
  entity?: string[] | undefined
  subdomain?: string[] | undefined
  urlType?: UrlType[] | undefined
  stealer?: string[] | undefined
  docCategory?: string[] | undefined
  docSource?: string[] | undefined
  password?: PasswordChoice[] | undefined
  status?: LeakStatus[] | undefined
  /** The date that the range applies to: `leaked` for when the data leaked; by default when it was discovered. */
  dates?: 'leaked' | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: LeakSort | undefined
  dir?: SortDirection | undefined
  /** The leak in the panel. */
  id?: string | undefined
}

export function validateLeakSearch(raw: Record<string, unknown>): LeakSearch {
  return {
    type: oneOf(raw['type'], leakTypeKeys),
    view: oneOf(raw['view'], ['packages']),
    q: textOf(raw['q']),
    source: listOf(raw['source']),
    entity: listOf(raw['entity']),
    subdomain: listOf(raw['subdomain']),
    urlType: listOf(raw['urlType'], urlTypeKeys),
    stealer: listOf(raw['stealer']),
    docCategory: listOf(raw['docCategory']),
    docSource: listOf(raw['docSource']),
    password: listOf(raw['password'], passwordChoices),
    status: listOf(raw['status'], leakStatuses),
    dates: oneOf(raw['dates'], ['leaked']),
    from: dayOf(raw['from']),
    to: dayOf(raw['to']),
    sort: oneOf(raw['sort'], leakSortFields),
    dir: oneOf(raw['dir'], ['asc', 'desc']),
    id: textOf(raw['id']),
  }
}

/** Clears all filters but keeps the kind, the view and the sorting. */
export const noFilters = {
  q: undefined,
  source: undefined,
  entity: undefined,
  subdomain: undefined,
  urlType: undefined,
  stealer: undefined,
  docCategory: undefined,
  docSource: undefined,
  password: undefined,
  status: undefined,
  dates: undefined,
  from: undefined,
  to: undefined,
} as const satisfies LeakSearch

/** The shape of a leak, which determines columns and filters. */
export type LeakShape = 'signIns' | 'malware' | 'files' | 'cards'

const shapes: Record<LeakType, LeakShape> = {
  employeeCredentials: 'signIns',
  customerCredentials: 'signIns',
  comboLists: 'signIns',
  stealerLogs: 'malware',
  sessionTokens: 'malware',
  paymentCards: 'cards',
  documents: 'files',
  sourceCode: 'files',
  piiDatabases: 'files',
}

/** The shape of a kind of leak; undefined for all kinds together. */
export const shapeOf = (type: LeakType | undefined): LeakShape | undefined => (type ? shapes[type] : undefined)

/** The maximum number of leaks that can be selected, copied or exported at once. */
export const allMax = 5000
