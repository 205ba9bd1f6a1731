import { getQaDashboard } from '@signet/contract/review/qa'
import { anySourceOf, threatSources, type Kind } from '@signet/contract/threats/sources'
import { toutSources } from '@signet/contract/touts/tout-sources'
import type { RowPage } from '@signet/contract/wire'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { listOf } from '../../url/search-params.ts'
import { paramsOf, routesOf, type QaRecord, type QaRecordDetail } from './qa-kind.ts'
import { usualOrder, type ReviewOrder, type ReviewSearch } from './review-search.ts'

/** The server returns 200 rows at most. Reviewers see further rows as they work through the list. */
export const reviewLimit = 200

const orderSort = {
  newest: { sortField: 'firstSeen', sortDirection: 'desc' },
  oldest: { sortField: 'firstSeen', sortDirection: 'asc' },
  mostSevere: { sortField: 'severity', sortDirection: 'desc' },
  promised: { sortField: 'promisedAt', sortDirection: 'asc' },
} as const satisfies Record<ReviewOrder, object>

/** The sources of a kind among the words of the URL; undefined if there are none. */
export const knownSources = (kind: Kind, words: readonly string[] = []) => {
  const found = words.map(anySourceOf)
  return kind === 'tout' ? listOf(found, toutSources) : listOf(found, threatSources)
}

export const reviewKey = (company: string, kind: Kind) => [company, 'qa', 'queued', kind] as const

const queueFilters = (
  kind: Kind,
  { source, severity, type, q, mine, overdue, like, import: importId }: ReviewSearch,
) => ({
  threatSource: knownSources(kind, source),
  threatSeverity: severity,
  threatType: type,
  searchQuery: q,
  mine: mine ? true : undefined,
  overdue: overdue ? true : undefined,
  sharesWith: like,
  importId,
})

/** The review queue with the filters and sorting of the URL. */
export function reviewQuery(company: string, kind: Kind, search: ReviewSearch, pageNumber = 1) {
  const { order = usualOrder } = search
  const filters = queueFilters(kind, search)
  return queryOptions({
    queryKey: [...reviewKey(company, kind), { ...filters, order, pageNumber }],
    queryFn: ({ signal }): Promise<RowPage<QaRecord>> =>
      call(routesOf[kind].list.queued, {
        query: { company, limit: reviewLimit, pageNumber, ...orderSort[order], ...filters },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

/** The current number of records in the queue with the same filters; undefined when it exceeds the counting limit. */
export async function countQueued(company: string, kind: Kind, search: ReviewSearch): Promise<number | undefined> {
  const query = { company, limit: 1, ...queueFilters(kind, search) }
  const { total, totalIsCapped } = await call(routesOf[kind].list.queued, { query })
  return totalIsCapped ? undefined : total
}

export const detailKey = (company: string, id: string) => [company, 'qa', 'threat', id] as const

export const capturesKey = (company: string, id: string) => [company, 'qa', 'captures', id] as const

/** One threat or tout under review with everything needed for a decision. */
export function reviewDetailQuery(company: string, kind: Kind, id: string) {
  return queryOptions({
    queryKey: detailKey(company, id),
    queryFn: ({ signal }): Promise<QaRecordDetail> =>
      call(routesOf[kind].open, { params: paramsOf(id), query: { company }, signal }),
  })
}

export const countsKey = (company: string, kind: Kind) => [company, 'qa', 'counts', kind] as const

/** The number of records in the queue and today's decisions. */
export function countsQuery(company: string, kind: Kind) {
  return queryOptions({
    queryKey: countsKey(company, kind),
    queryFn: ({ signal }) => call(getQaDashboard, { query: { company, kind }, signal }),
  })
}
