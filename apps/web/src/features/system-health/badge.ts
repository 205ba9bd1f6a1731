import { listFailedJobs } from '@signet/contract/operation/jobs'
import { call } from '../../api/call.ts'
import { badgeQuery, type Badge } from '../../navigation/badge.ts'

export const badges: readonly Badge[] = [
  {
    path: '/test',
    kind: 'open',
    query: (company) =>
      badgeQuery(company, ['failedJobs'], async (signal) => {
        return (await call(listFailedJobs, { query: { limit: 1 }, signal })).total
      }),
  },
]
