import {
  getQaDashboard,
  getQaSeverities,
  getQaSources,
  getQaTypes,
  getQueued,
  listDeleted,
  listDeletionQueue,
  listQueued,
  listWatched,
  type QaStage,
} from '@signet/contract/qa'
import { sourceOf, type ThreatSource } from '@signet/contract/sources'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { rowsPerPage } from '../../api/paged-rows.ts'
import type { ReviewOrder, ReviewSearch, StageSearch } from './review-search.ts'

/** The server gives 200 rows at most; a reviewer sees the rest as the list gets shorter. */
export const reviewLimit = 200

const orderSort = {
  newest: { sortField: 'firstSeen', sortDirection: 'desc' },
  oldest: { sortField: 'firstSeen', sortDirection: 'asc' },
  worst: { sortField: 'severity', sortDirection: 'desc' },
} as const satisfies Record<ReviewOrder, object>

/** The sources among the words of the URL; undefined when none is. */
function knownSources(words: readonly string[] | undefined): ThreatSource[] | undefined {
  const found = words?.map(sourceOf).filter((source) => source !== null)
  return found && found.length > 0 ? found : undefined
}

export const reviewKey = (company: string) => [company, 'qa', 'queued'] as const

/** What waits for review, narrowed and ordered as the URL says. */
export function reviewQuery(company: string, search: ReviewSearch) {
  const { source, severity, type, order = 'newest' } = search
  return queryOptions({
    queryKey: [...reviewKey(company), { source, severity, type, order }],
    queryFn: ({ signal }) =>
      call(listQueued, {
        query: {
          company,
          limit: reviewLimit,
          ...orderSort[order],
          threatSource: knownSources(source),
          threatSeverity: severity,
          threatType: type,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

export const detailKey = (company: string, threatId: string) => [company, 'qa', 'threat', threatId] as const

/** One threat under review with everything a decision needs. */
export function reviewDetailQuery(company: string, threatId: string) {
  return queryOptions({
    queryKey: detailKey(company, threatId),
    queryFn: ({ signal }) => call(getQueued, { params: { threatId }, query: { company }, signal }),
  })
}

export const countsKey = (company: string) => [company, 'qa', 'counts'] as const

/** How much waits and what was done today. */
export function countsQuery(company: string) {
  return queryOptions({
    queryKey: countsKey(company),
    queryFn: ({ signal }) => call(getQaDashboard, { query: { company }, signal }),
  })
}

const stageRoutes = {
  watchlist: listWatched,
  deletionPending: listDeletionQueue,
  deleted: listDeleted,
} as const
export type ListedStage = keyof typeof stageRoutes

export const stageKey = (company: string, stage: ListedStage) => [company, 'qa', 'stage', stage] as const

/** One page of a later stage. */
export function stageQuery(company: string, stage: ListedStage, search: StageSearch, pageNumber: number) {
  return queryOptions({
    queryKey: [...stageKey(company, stage), search, pageNumber] as readonly unknown[],
    queryFn: ({ signal }) =>
      call(stageRoutes[stage], {
        query: {
          company,
          limit: rowsPerPage,
          pageNumber,
          sortField: search.sort ?? 'stagedAt',
          sortDirection: search.dir ?? 'desc',
          searchQuery: search.q,
          threatSource: knownSources(search.source),
          threatSeverity: search.severity,
          threatType: search.type,
          fromDate: search.from,
          toDate: search.to,
        },
        signal,
      }),
  })
}

const optionRoutes = {
  source: getQaSources,
  type: getQaTypes,
  severity: getQaSeverities,
} as const

/** The values a filter of a stage can take, with their counts. */
export function qaOptionsQuery(company: string, stage: QaStage, field: keyof typeof optionRoutes) {
  return queryOptions({
    queryKey: [company, 'qa', 'options', stage, field],
    queryFn: ({ signal }) => call(optionRoutes[field], { query: { company, stage }, signal }),
  })
}
