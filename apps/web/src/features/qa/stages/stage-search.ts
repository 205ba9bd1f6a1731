import { severities, type Severity } from '@signet/contract/threats/severities'
import type { SortDirection } from '@signet/contract/wire'
import { dayOf, listOf, oneOf, textOf } from '../../../url/search-params.ts'

const stageSortFields = ['dueAt', 'stagedAt', 'firstSeen', 'severity', 'title', 'source'] as const

/** The URL state of the three lists of later stages. */
export interface StageSearch {
  q?: string | undefined
  source?: string[] | undefined
  severity?: Severity[] | undefined
  type?: string[] | undefined
  sort?: (typeof stageSortFields)[number] | undefined
  dir?: SortDirection | undefined
  from?: string | undefined
  to?: string | undefined
  /** Shows pending deletions in the list of deleted records, where they have no page of their own. */
  show?: 'waiting' | undefined
  /** The record in the panel. */
  id?: string | undefined
}

export function validateStageSearch(raw: Record<string, unknown>): StageSearch {
  return {
    q: textOf(raw['q']),
    source: listOf(raw['source']),
    severity: listOf(raw['severity'], severities),
    type: listOf(raw['type']),
    sort: oneOf(raw['sort'], stageSortFields),
    dir: oneOf(raw['dir'], ['asc', 'desc']),
    from: dayOf(raw['from']),
    to: dayOf(raw['to']),
    show: oneOf(raw['show'], ['waiting']),
    id: textOf(raw['id'], 36),
  }
}
