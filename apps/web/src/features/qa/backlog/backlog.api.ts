import type { QueueOrder } from '@signet/contract/review/queue-orders'
import { getReviewBacklog, listQueuedAnywhere } from '@signet/contract/review/review-backlog'
import type { Kind } from '@signet/contract/threats/sources'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** What waits for review in each of the reviewer's companies, the most urgent first. */
export const backlogQuery = (kind: Kind) =>
  queryOptions({
    queryKey: ['all', 'qa', 'backlog', kind],
    queryFn: ({ signal }) => call(getReviewBacklog, { query: { kind }, signal }),
  })

/** The queue of all companies, or of some. */
export const queueOfCompaniesQuery = (
  kind: Kind,
  order: QueueOrder,
  companies: readonly string[],
  isOverdue: boolean,
) =>
  queryOptions({
    queryKey: ['all', 'qa', 'queue', kind, order, companies, isOverdue],
    queryFn: ({ signal }) =>
      call(listQueuedAnywhere, {
        query: {
          kind,
          order,
          company: companies.length > 0 ? [...companies] : undefined,
          overdue: isOverdue ? true : undefined,
        },
        signal,
      }),
  })
