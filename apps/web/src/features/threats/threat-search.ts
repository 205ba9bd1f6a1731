import type { AssignedFilter } from '@signet/contract/threats/assignees'
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
  /** By assignee: the reader, anyone or nobody. */
  assigned?: AssignedFilter | undefined
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

/** Names of the API for parameters of this page, as people and programs write them into links. */
const aliases: Readonly<Record<string, keyof ThreatSearch>> = {
  threatSeverity: 'severity',
  threatType: 'type',
  takedownStatus: 'takedown',
  fromDate: 'from',
  toDate: 'to',
}

type Address = Readonly<Record<string, unknown>>

const withoutAliases = (address: Address): Address =>
  Object.fromEntries(Object.entries(address).map(([name, value]) => [aliases[name] ?? name, value]))

/** What an address asks for and this page doesn't understand, as `name=value`. Only the panel knows the tabs. */
export function ignoredIn(address: Address): string[] {
  const search: Address = { ...validateThreatSearch(address), tab: '' }
  return Object.entries(withoutAliases(address))
    .filter(([name, value]) => {
      const read = search[name]
      if (value === undefined || value === '') return false
      return Array.isArray(read) ? read.length < (listOf(value)?.length ?? 0) : read === undefined
    })
    .map(([name, value]) => `${name}=${String(value)}`)
}

/** The parameters that this page understands: values in any case, and the names of the API. */
export function validateThreatSearch(address: Address): ThreatSearch {
  const raw = withoutAliases(address)
  return {
    q: textOf(raw['q']),
    in: textOf(raw['in'], 64),
    severity: listOf(raw['severity'], severities),
    type: listOf(raw['type']),
    // An open threat is called new.
    status: listOf(raw['status'], statuses, (status) => (status === 'open' ? 'new' : status)),
    takedown: listOf(raw['takedown']),
    isTakedown: flagOf(raw['isTakedown']),
    category: listOf(raw['category']),
    assigned: oneOf(raw['assigned'], ['me', 'anyone', 'nobody']),
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
