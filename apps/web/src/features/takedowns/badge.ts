import { runningTakedownStatuses } from '@signet/contract/takedowns/takedown-status'
import { listTakedowns } from '@signet/contract/takedowns/takedowns'
import { call } from '../../api/call.ts'
import { badgeQuery, type Badge } from '../../navigation/badge.ts'

export const badges: readonly Badge[] = [
  {
    path: '/takedown',
    kind: 'open',
    query: (company) =>
      badgeQuery(company, ['takedowns', 'running'], async (signal) => {
        const query = { company, takedownStatus: [...runningTakedownStatuses], limit: 1 }
        return (await call(listTakedowns, { query, signal })).total
      }),
    changedBy: ['takedown.changed'],
  },
]
