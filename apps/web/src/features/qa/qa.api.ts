import { getQaDashboard, getQaSeverities, getQaSources, getQaTypes, type QaStage } from '@signet/contract/review/qa'
import { anySourceOf, threatSources, type Kind } from '@signet/contract/threats/sources'
import { toutSources } from '@signet/contract/touts/tout-sources'
import type { RowPage } from '@signet/contract/wire'
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { rowsPerPage } from '../../api/paged-rows.ts'
import { listOf } from '../../url/search-params.ts'
import { paramsOf, routesOf, type ListedStage, type QaRecord, type QaRecordDetail } from './qa-kind.ts'
import { usualOrder, type ReviewOrder, type ReviewSearch, type StageSearch } from './review-search.ts'

/** The server returns 200 rows at most. Reviewers see further rows as they work through the list. */
const reviewLimit = 200

const orderSort = {
  newest: { sortField: 'firstSeen', sortDirection: 'desc' },
  oldest: { sortField: 'firstSeen', sortDirection: 'asc' },
  mostSevere: { sortField: 'severity', sortDirection: 'desc' },
  promised: { sortField: 'promisedAt', sortDirection: 'asc' },
} as const satisfies Record<ReviewOrder, object>

/** The sources of a kind among the words of the URL; undefined if there are none. */
const knownSources = (kind: Kind, words: readonly string[] = []) => {
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

/** Most records that are selected at once. */
export const matchesMax = 2000

/** The first `count` records of the queue with these filters, in the order of the list. */
export async function everyMatch(
  client: QueryClient,
  company: string,
  kind: Kind,
  search: ReviewSearch,
  count: number,
): Promise<QaRecord[]> {
  const pages = Array.from({ length: Math.ceil(count / reviewLimit) }, (_, index) => index + 1)
  const found = new Map<string, QaRecord>()
  for (const pageNumber of pages) {
    const { items } = await client.fetchQuery({ ...reviewQuery(company, kind, search, pageNumber), staleTime: 0 })
    for (const item of items) found.set(item.id, item)
  }
  return [...found.values()].slice(0, count)
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

export const stageKey = (company: string, kind: Kind, stage: ListedStage) =>
  [company, 'qa', 'stage', kind, stage] as const

/** The sorting of a later stage. On the watchlist, the records with the earliest next check come first. */
export function stageSorting(stage: ListedStage, { sort, dir }: StageSearch) {
  const usual = stage === 'watchlist' ? ('dueAt' as const) : ('stagedAt' as const)
  const sortField = sort ?? usual
  // What has waited longest for a second reviewer comes first.
  const isAscending = sortField === 'dueAt' || (stage === 'deletionPending' && sortField === 'stagedAt')
  return { sortField, sortDirection: dir ?? (isAscending ? ('asc' as const) : ('desc' as const)) }
}

const filtersOf = (kind: Kind, stage: ListedStage, search: StageSearch) => ({
  // A reviewer may want to take out what was filtered automatically.
  showAutomaticallyFiltered: stage === 'published' ? true : undefined,
  searchQuery: search.q,
  threatSource: knownSources(kind, search.source),
  threatSeverity: search.severity,
  threatType: search.type,
  fromDate: search.from,
  toDate: search.to,
})

/** One page of a later stage. */
export function stageQuery(company: string, kind: Kind, stage: ListedStage, search: StageSearch, pageNumber: number) {
  const queryKey: readonly unknown[] = [...stageKey(company, kind, stage), search, pageNumber]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }): Promise<RowPage<QaRecord>> =>
      call(routesOf[kind].list[stage], {
        query: {
          company,
          limit: rowsPerPage,
          pageNumber,
          ...stageSorting(stage, search),
          ...filtersOf(kind, stage, search),
        },
        signal,
      }),
  })
}

/** The current number of records in a later stage with the same filters; undefined when it exceeds the counting limit. */
export async function countStage(
  company: string,
  kind: Kind,
  stage: ListedStage,
  search: StageSearch,
): Promise<number | undefined> {
  const query = { company, limit: 1, ...filtersOf(kind, stage, search) }
  const { total, totalIsCapped } = await call(routesOf[kind].list[stage], { query })
  return totalIsCapped ? undefined : total
}

const optionRoutes = {
  source: getQaSources,
  type: getQaTypes,
  severity: getQaSeverities,
} as const

/** The possible values of a filter in a stage, with their counts. */
export function qaOptionsQuery(company: string, kind: Kind, stage: QaStage, field: keyof typeof optionRoutes) {
  return queryOptions({
    queryKey: [company, 'qa', 'options', kind, stage, field],
    queryFn: ({ signal }) => call(optionRoutes[field], { query: { company, kind, stage }, signal }),
  })
}
