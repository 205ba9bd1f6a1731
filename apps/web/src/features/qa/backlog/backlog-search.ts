import { queueOrders, type QueueOrder } from '@signet/contract/review/queue-orders'
import { flagOf, listOf, oneOf } from '../../../url/search-params.ts'

/** The URL state of the queue of all companies: its order, and what it is limited to. */
export interface BacklogSearch {
  order?: QueueOrder | undefined
  companies?: string[] | undefined
  /** Only records that are past the time promised for their review. */
  overdue?: '1' | undefined
  /** The queues of touts instead of those of threats. */
  touts?: '1' | undefined
}

export function validateBacklogSearch(raw: Record<string, unknown>): BacklogSearch {
  return {
    order: oneOf(raw['order'], queueOrders),
    companies: listOf(raw['companies']),
    overdue: flagOf(raw['overdue']),
    touts: flagOf(raw['touts']),
  }
}
