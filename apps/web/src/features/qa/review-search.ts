import { severities, type Severity } from '@signet/contract/severities'
import { dayOf, flagOf, listOf, oneOf, textOf } from '../../url/search-params.ts'

/** The orders of the review list; the first is the one without a parameter. */
export const reviewOrders = ['newest', 'oldest', 'worst'] as const
export type ReviewOrder = (typeof reviewOrders)[number]

/** What the review screen keeps in the URL. */
export interface ReviewSearch {
  /** As written; the query drops what is no source, so that the table of sources is not part of the first load. */
  source?: string[] | undefined
  severity?: Severity[] | undefined
  type?: string[] | undefined
  order?: ReviewOrder | undefined
  /** Only what the reviewer has claimed. */
  mine?: '1' | undefined
  /** Only this threat and those that share traits of a campaign with it. */
  like?: string | undefined
  /** The threat under the cursor. */
  id?: string | undefined
  /** On phones the review goes in steps; the list is the one without a parameter. */
  step?: 'evidence' | 'decision' | undefined
}

export function validateReviewSearch(raw: Record<string, unknown>): ReviewSearch {
  return {
    source: listOf(raw['source']),
    severity: listOf(raw['severity'], severities),
    type: listOf(raw['type']),
    order: oneOf(raw['order'], reviewOrders),
    mine: flagOf(raw['mine']),
    like: textOf(raw['like'], 36),
    id: textOf(raw['id'], 36),
    step: oneOf(raw['step'], ['evidence', 'decision']),
  }
}

export const stageSortFields = ['dueAt', 'stagedAt', 'firstSeen', 'severity', 'title', 'source'] as const

/** What the three lists of later stages keep in the URL. */
export interface StageSearch {
  q?: string | undefined
  source?: string[] | undefined
  severity?: Severity[] | undefined
  type?: string[] | undefined
  sort?: (typeof stageSortFields)[number] | undefined
  dir?: 'asc' | 'desc' | undefined
  from?: string | undefined
  to?: string | undefined
  /** Beside what is deleted, what waits for its deletion; only where that has no page of its own. */
  show?: 'waiting' | undefined
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
  }
}

/** No filter at all. */
export const unfiltered = { source: undefined, severity: undefined, type: undefined, mine: undefined, like: undefined }
