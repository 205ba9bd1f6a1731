import { can } from '@signet/contract/access/permissions'
import { listRequests, openRequestStatuses } from '@signet/contract/requests/requests'
import { call } from '../../api/call.ts'
import { badgeQuery, type Badge } from '../../navigation/badge.ts'
import { currentSession } from '../../session/session-store.ts'

export const badges: readonly Badge[] = [
  {
    path: '/addRequest',
    kind: 'open',
    query: (company) =>
      badgeQuery(company, ['requests', 'waiting'], async (signal) => {
        const role = currentSession().user?.role
        if (!role || !can(role, 'requests:read')) return 0
        // The team sees as many as its home and its list of open requests count; a client those in which a question waits for an answer.
        const status = can(role, 'requests:move') ? openRequestStatuses : (['waiting'] as const)
        return (await call(listRequests, { query: { company, status: [...status], limit: 1 }, signal })).total
      }),
  },
]
