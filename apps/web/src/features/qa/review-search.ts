import { queueOrders, type QueueOrder } from '@signet/contract/review/queue-orders'
import { severities, type Severity } from '@signet/contract/threats/severities'
import { flagOf, listOf, oneOf, textOf } from '../../url/search-params.ts'

/** The sort orders of the review list. */
export const reviewOrders = ['promised', 'newest', 'oldest', 'mostSevere'] as const
export type ReviewOrder = (typeof reviewOrders)[number]
/** What was promised first comes first, so that nothing gets late behind something newer. It has no parameter. */
export const usualOrder: ReviewOrder = 'promised'

/** The URL state of the review screen. */
export interface ReviewSearch {
  /** As written. The query ignores unknown sources, so that the table of sources isn't part of the initial load. */
  source?: string[] | undefined
  severity?: Severity[] | undefined
  type?: string[] | undefined
  /** Only records that contain this text. */
  q?: string | undefined
  order?: ReviewOrder | undefined
  /** Only the records claimed by the reviewer. */
  mine?: '1' | undefined
  /** Only records that are past the time promised for their review. */
  overdue?: '1' | undefined
  /** Only this threat and those that share traits with it. */
  like?: string | undefined
  /** Only the threats that an import added. */
  import?: string | undefined
  /** Set for who came from the queues of all companies, and goes on through them in this order. */
  across?: QueueOrder | undefined
  /** The companies whose queues those are; none means all. */
  companies?: string[] | undefined
  /** The threat under the cursor. */
  id?: string | undefined
  /** On phones the review is split into steps. The list is the default and has no parameter. */
  step?: 'evidence' | 'decision' | undefined
}

export function validateReviewSearch(raw: Record<string, unknown>): ReviewSearch {
  return {
    source: listOf(raw['source']),
    severity: listOf(raw['severity'], severities),
    type: listOf(raw['type']),
    q: textOf(raw['q']),
    order: oneOf(raw['order'], reviewOrders),
    mine: flagOf(raw['mine']),
    overdue: flagOf(raw['overdue']),
    like: textOf(raw['like'], 36),
    import: textOf(raw['import'], 36),
    across: oneOf(raw['across'], queueOrders),
    companies: listOf(raw['companies']),
    id: textOf(raw['id'], 36),
    step: oneOf(raw['step'], ['evidence', 'decision']),
  }
}

/** Clears all filters. */
export const unfiltered = {
  source: undefined,
  severity: undefined,
  type: undefined,
  q: undefined,
  mine: undefined,
  overdue: undefined,
  like: undefined,
  import: undefined,
}
