import { severities, type Severity } from '@signet/contract/threats/severities'
import type { threatSortFields, ThreatStatus } from '@signet/contract/threats/threats'
import type { FieldSort } from '@signet/contract/threats/field-kinds'
import type { SortDirection } from '@signet/contract/wire'
import { dayOf, flagOf, listOf, oneOf, textOf } from '../../url/search-params.ts'

// Listed here and only type-checked against the contract, because its schemas aren't part of the initial load.
const statuses = [
  'open',
  'whitelist',
  'falsePositive',
  'takedown',
  'deeperAnalysis',
] as const satisfies readonly ThreatStatus[]
const sortFields = [
  'firstSeen',
  'lastSeen',
  'severity',
  'title',
  'status',
  'threatType',
  'source',
  'score',
] as const satisfies typeof threatSortFields

export type ThreatSort = (typeof sortFields)[number] | FieldSort
const isFieldSort = (value: unknown): value is FieldSort => typeof value === 'string' && value.startsWith('fields.')

/** What a date range can apply to in addition to the day of detection. */
export const dateTypes = ['lastSeen', 'published'] as const

/** The URL state of a list of threats or touts: the filters, the sorting, the open threat. */
export interface ThreatSearch {
  q?: string | undefined
  /** The field that `q` is searched in. */
  in?: string | undefined
  severity?: Severity[] | undefined
  type?: string[] | undefined
  status?: ThreatStatus[] | undefined
  /** Statuses of takedown cases. The server validates them. */
  takedown?: string[] | undefined
  /** `1` shows only threats with a takedown case. */
  isTakedown?: '1' | undefined
  category?: string[] | undefined
  adSource?: string[] | undefined
  urlSource?: string[] | undefined
  /** Conditions on fields of the source, as in the API, e.g. `followers:from:1000`. */
  fields?: string[] | undefined
  /** `1` shows threats that were filtered automatically. */
  auto?: '1' | undefined
  /** First and last day, both included. */
  from?: string | undefined
  to?: string | undefined
  /** The date that the range applies to. Default: the day of detection. */
  dateType?: (typeof dateTypes)[number] | undefined
  /** `all`: each threat has its own row; `one`: similar threats share a row; absent: the reader's preference. */
  similar?: 'all' | 'one' | undefined
  sort?: ThreatSort | undefined
  dir?: SortDirection | undefined
  /** The id of the open threat. */
  id?: string | undefined
  /** The tab of the open threat. Its panel validates it. */
  tab?: string | undefined
  /** The saved view that the other parameters are based on. */
  view?: string | undefined
}

export function validateThreatSearch(raw: Record<string, unknown>): ThreatSearch {
  return {
    q: textOf(raw['q']),
    in: textOf(raw['in'], 64),
    severity: listOf(raw['severity'], severities),
    type: listOf(raw['type']),
    status: listOf(raw['status'], statuses),
    takedown: listOf(raw['takedown']),
    isTakedown: flagOf(raw['isTakedown']),
    category: listOf(raw['category']),
    adSource: listOf(raw['adSource']),
    urlSource: listOf(raw['urlSource']),
    fields: listOf(raw['fields']),
    auto: flagOf(raw['auto']),
    from: dayOf(raw['from']),
    to: dayOf(raw['to']),
    dateType: oneOf(raw['dateType'], dateTypes),
    similar: oneOf(raw['similar'], ['all', 'one']),
    sort: isFieldSort(raw['sort']) ? raw['sort'] : oneOf(raw['sort'], sortFields),
    dir: oneOf(raw['dir'], ['asc', 'desc']),
    id: textOf(raw['id'], 80),
    view: textOf(raw['view'], 80),
  }
}
