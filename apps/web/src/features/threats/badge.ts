import { getThreatSourceSummary } from '@signet/contract/reports/analytics'
import { getToutSourceSummary } from '@signet/contract/touts/touts'
import { call } from '../../api/call.ts'
import { badgeQuery, type Badge } from '../../navigation/badge.ts'

const changedBy = ['threat.published', 'threat.changed'] as const
const sumOf = (sources: readonly { open: number }[]) => sources.reduce((sum, { open }) => sum + open, 0)

export const badges: readonly Badge[] = [
  {
    path: '/threats',
    kind: 'open',
    query: (company) =>
      badgeQuery(company, ['threats', 'options', 'open'], async (signal) =>
        sumOf(await call(getThreatSourceSummary, { query: { company }, signal })),
      ),
    changedBy,
  },
  {
    path: '/touts',
    kind: 'open',
    query: (company) =>
      badgeQuery(company, ['touts', 'options', 'open'], async (signal) =>
        sumOf(await call(getToutSourceSummary, { query: { company }, signal })),
      ),
    changedBy,
  },
]
