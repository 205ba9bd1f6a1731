import { severities, type Severity } from '@signet/contract/severities'
import type { threatSortFields, ThreatStatus } from '@signet/contract/threats'
import { dayOf, flagOf, listOf, oneOf, textOf } from '../../url/search-params.ts'

// Named here and only checked against the contract: its schemas are not part of the first load.
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

/** What a date range can apply to besides the day of detection. */
export const dateTypes = ['lastSeen', 'published'] as const

/** What the URL of a list of threats or touts holds: the filters, the sorting, the open threat. */
export interface ThreatSearch {
  q?: string | undefined
  /** The field to search `q` in. */
  in?: string | undefined
  severity?: Severity[] | undefined
  type?: string[] | undefined
  status?: ThreatStatus[] | undefined
  /** Statuses of takedown cases; the server knows which there are. */
  takedown?: string[] | undefined
  /** `1` shows only what has a takedown case. */
  isTakedown?: '1' | undefined
  category?: string[] | undefined
  adSource?: string[] | undefined
  urlSource?: string[] | undefined
  /** `1` shows what was filtered automatically. */
  auto?: '1' | undefined
  /** First and last day, both included. */
  from?: string | undefined
  to?: string | undefined
  /** Which day the range applies to; by default the day of detection. */
  dateType?: (typeof dateTypes)[number] | undefined
  /** `all`: every one has its row; `one`: similar ones are one row; absent: as the reader has set it up. */
  similar?: 'all' | 'one' | undefined
  sort?: (typeof sortFields)[number] | undefined
  dir?: 'asc' | 'desc' | undefined
  /** The open threat. */
  id?: string | undefined
  /** The saved view the rest began as. */
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
    auto: flagOf(raw['auto']),
    from: dayOf(raw['from']),
    to: dayOf(raw['to']),
    dateType: oneOf(raw['dateType'], dateTypes),
    similar: oneOf(raw['similar'], ['all', 'one']),
    sort: oneOf(raw['sort'], sortFields),
    dir: oneOf(raw['dir'], ['asc', 'desc']),
    id: textOf(raw['id'], 80),
    view: textOf(raw['view'], 80),
  }
}
