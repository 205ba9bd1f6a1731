import { listDeeperAnalyses, openAnalysisStatuses } from '@signet/contract/requests/deeper-analyses'
import { call } from '../../api/call.ts'
import { badgeQuery, type Badge } from '../../navigation/badge.ts'

export const badges: readonly Badge[] = [
  {
    path: '/deeperAnalysis',
    kind: 'open',
    query: (company) =>
      badgeQuery(company, ['analyses', 'running'], async (signal) => {
        const query = { company, deeperAnalysisStatus: openAnalysisStatuses, limit: 1 }
        return (await call(listDeeperAnalyses, { query, signal })).total
      }),
    changedBy: ['analysis.changed'],
  },
]
