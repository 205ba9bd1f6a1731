import {
  openAnalysisStatuses,
  analysisStatusLabels,
  getAnalysisSeverities,
  getAnalysisSources,
  getAnalysisStatuses,
  getAnalysisTypes,
  getDeeperAnalysis,
  listDeeperAnalyses,
  type AnalysisStatus,
  type DeeperAnalysis,
} from '@signet/contract/requests/deeper-analyses'
import { getThreat } from '@signet/contract/threats/threats'
import { getTout } from '@signet/contract/touts/touts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { CaseKind } from '../../parts/cases/case-queries.ts'
import { caseSearch } from '../../parts/cases/case-search.ts'

const refreshMs = 30_000

const views = ['open', 'ready', 'stopped', 'all'] as const
type View = (typeof views)[number]
const sorts = ['dueAt', 'requestedAt', 'updatedAt', 'severity', 'title', 'status', 'source'] as const
export type AnalysisSort = (typeof sorts)[number]

/** The URL state of the page. */
export const validateAnalysisSearch = caseSearch(views, sorts)

const statusesOf: Record<View, AnalysisStatus[] | undefined> = {
  open: openAnalysisStatuses,
  ready: ['completed'],
  stopped: ['aborted'],
  all: undefined,
}

const optionRoutes = {
  source: getAnalysisSources,
  type: getAnalysisTypes,
  severity: getAnalysisSeverities,
  status: getAnalysisStatuses,
} as const

/** The list of deeper analyses. Those that are due first come first. */
export const analyses: CaseKind<DeeperAnalysis, View, AnalysisSort, AnalysisStatus> = {
  key: 'analyses',
  views,
  firstSort: 'dueAt',
  laterSort: 'updatedAt',
  statusLabels: analysisStatusLabels,
  statusesOf: (view) => statusesOf[view],
  list: ({ statuses, ...query }, signal) =>
    call(listDeeperAnalyses, { query: { ...query, deeperAnalysisStatus: statuses }, signal }),
  options: (facet, company, signal) => call(optionRoutes[facet], { query: { company }, signal }),
}

/** The threat or tout that a case is about. */
export function subjectQuery(company: string, { kind, source, threatId }: DeeperAnalysis) {
  return queryOptions({
    queryKey: [company, 'analysis', 'subject', threatId],
    queryFn: async ({ signal }) => {
      const query = { company }
      const { evidence, indicators, proofs } =
        kind === 'tout'
          ? await call(getTout, { params: { source, toutId: threatId }, query, signal })
          : await call(getThreat, { params: { source, threatId }, query, signal })
      return { evidence, indicators, proofs }
    },
  })
}

/** One case with all of its events. */
export function analysisQuery(company: string, analysisId: string) {
  return queryOptions({
    queryKey: [company, 'analysis', analysisId],
    // The other side can also write messages and change the status.
    refetchInterval: refreshMs,
    queryFn: ({ signal }) => call(getDeeperAnalysis, { params: { analysisId }, query: { company }, signal }),
  })
}
