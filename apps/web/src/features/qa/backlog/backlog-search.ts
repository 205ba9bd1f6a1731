import { queueOrders, type QueueOrder } from '@signet/contract/review/review-backlog'
import { oneOf, listOf } from '../../../url/search-params.ts'

/** The URL state of the queue of all companies: its order, and the companies it is limited to. */
export interface BacklogSearch {
  order?: QueueOrder | undefined
  companies?: string[] | undefined
}

export function validateBacklogSearch(raw: Record<string, unknown>): BacklogSearch {
  return { order: oneOf(raw['order'], queueOrders), companies: listOf(raw['companies']) }
}
