import { analysisFlow, analysisStatuses, listDeeperAnalyses } from '@signet/contract/requests/deeper-analyses'
import { call } from '../../api/call.ts'
import { badgeQuery, type Badge } from '../../navigation/badge.ts'

const runningStatuses = analysisStatuses.filter((status) => analysisFlow[status].length > 0)

export const badges: readonly Badge[] = [
  {
    path: '/deeperAnalysis',
    kind: 'open',
    query: (company) =>
      badgeQuery(company, ['analyses', 'running'], async (signal) => {
        const query = { company, deeperAnalysisStatus: runningStatuses, limit: 1 }
        return (await call(listDeeperAnalyses, { query, signal })).total
      }),
    changedBy: ['analysis.changed'],
  },
]
