import {
  analysisStatuses,
  getAnalysisSeverities,
  getAnalysisSources,
  getAnalysisStatuses,
  getAnalysisTypes,
  getDeeperAnalysis,
  listDeeperAnalyses,
  type AnalysisStatus,
} from '@signet/contract/deeper-analyses'
import { anySourceOf } from '@signet/contract/sources'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { rowsPerPage } from '../../api/paged-rows.ts'
import type { AnalysisSearch, AnalysisView } from './analysis-search.ts'

const refreshMs = 30_000

const statusesOf: Record<AnalysisView, AnalysisStatus[] | undefined> = {
  open: ['requested', 'inProgress'],
  ready: ['completed'],
  stopped: ['aborted'],
  all: undefined,
}

/** The sorting in force: what has waited longest first while it is open, else the last change. */
export function sortingOf({ sort, dir, view }: AnalysisSearch) {
  if (sort) return { by: sort, direction: dir ?? 'desc' } as const
  return view !== undefined && view !== 'open'
    ? ({ by: 'updatedAt', direction: 'desc' } as const)
    : ({ by: 'requestedAt', direction: 'asc' } as const)
}

/** What is known of the words of a filter; undefined when nothing is left. */
function known<T>(words: readonly string[] | undefined, valueOf: (word: string) => T | null | undefined) {
  const found = words?.flatMap((word) => valueOf(word) ?? [])
  return found && found.length > 0 ? found : undefined
}

/** One page of the list the URL asks for. */
export function analysesQuery(company: string, search: AnalysisSearch, pageNumber: number) {
  const { by, direction } = sortingOf(search)
  const query = {
    company,
    pageNumber,
    limit: rowsPerPage,
    sortField: by,
    sortDirection: direction,
    searchQuery: search.q,
    threatSource: known(search.source, anySourceOf),
    threatSeverity: search.severity,
    threatType: search.type,
    deeperAnalysisStatus:
      known(search.status, (word) => analysisStatuses.find((status) => status === word)) ??
      statusesOf[search.view ?? 'open'],
    fromDate: search.from,
    toDate: search.to,
  }
  return queryOptions({
    queryKey: [company, 'analyses', 'list', query] as readonly unknown[],
    queryFn: ({ signal }) => call(listDeeperAnalyses, { query, signal }),
  })
}

/** How many cases a view holds, whatever the filters. */
export function analysisCountQuery(company: string, view: AnalysisView) {
  return queryOptions({
    queryKey: [company, 'analyses', 'count', view],
    queryFn: async ({ signal }) => {
      const query = { company, limit: 1, deeperAnalysisStatus: statusesOf[view] }
      return (await call(listDeeperAnalyses, { query, signal })).total
    },
  })
}

/** One case with everything that happened to it. */
export function analysisQuery(company: string, analysisId: string) {
  return queryOptions({
    queryKey: [company, 'analysis', analysisId],
    // The other side writes and moves it, too.
    refetchInterval: refreshMs,
    queryFn: ({ signal }) => call(getDeeperAnalysis, { params: { analysisId }, query: { company }, signal }),
  })
}

const optionRoutes = {
  source: getAnalysisSources,
  type: getAnalysisTypes,
  severity: getAnalysisSeverities,
  status: getAnalysisStatuses,
} as const
type AnalysisFacet = keyof typeof optionRoutes

/** The values a filter can take among the analyses, with their counts. */
export function analysisOptionsQuery(company: string, facet: AnalysisFacet) {
  return queryOptions({
    queryKey: [company, 'analyses', 'options', facet],
    queryFn: ({ signal }) => call(optionRoutes[facet], { query: { company }, signal }),
  })
}
