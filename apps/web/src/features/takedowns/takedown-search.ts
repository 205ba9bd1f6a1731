import { severities, type Severity } from '@signet/contract/severities'
import { dayOf, listOf, oneOf, textOf } from '../../search-params.ts'

/** Which cases the list shows; running ones are the ones without a parameter. */
export const takedownViews = ['running', 'removed', 'stopped', 'all'] as const
export type TakedownView = (typeof takedownViews)[number]

export const takedownSorts = ['dueAt', 'requestedAt', 'updatedAt', 'severity', 'title', 'status', 'source'] as const
export type TakedownSort = (typeof takedownSorts)[number]

/** What the takedowns page keeps in the URL. */
export interface TakedownSearch {
  q?: string | undefined
  view?: TakedownView | undefined
  /** As written; the query drops what is no source, type or status, so that their tables are not part of the first load. */
  source?: string[] | undefined
  severity?: Severity[] | undefined
  type?: string[] | undefined
  status?: string[] | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: TakedownSort | undefined
  dir?: 'asc' | 'desc' | undefined
}

export function validateTakedownSearch(raw: Record<string, unknown>): TakedownSearch {
  return {
    q: textOf(raw['q']),
    view: oneOf(raw['view'], takedownViews),
    source: listOf(raw['source']),
    severity: listOf(raw['severity'], severities),
    type: listOf(raw['type']),
    status: listOf(raw['status']),
    from: dayOf(raw['from']),
    to: dayOf(raw['to']),
    sort: oneOf(raw['sort'], takedownSorts),
    dir: oneOf(raw['dir'], ['asc', 'desc']),
  }
}
