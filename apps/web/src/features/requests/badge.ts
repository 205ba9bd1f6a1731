import { can } from '@signet/contract/access/permissions'
import { listRequests, openRequestStatuses } from '@signet/contract/requests/requests'
import { call } from '../../api/call.ts'
import { badgeQuery, type Badge } from '../../navigation/badge.ts'
import { currentSession } from '../../session/session-store.ts'

/** The team counts all open requests; a client those in which a question waits for an answer. */
const isOfTeam = () => {
  const role = currentSession().user?.role
  return role !== undefined && can(role, 'requests:move')
}

export const waitingQuery = (company: string) =>
  badgeQuery(company, ['requests', 'waiting'], async (signal) => {
    const role = currentSession().user?.role
    if (!role || !can(role, 'requests:read')) return 0
    // As many as the home and the list of open requests of the team count.
    const status = isOfTeam() ? openRequestStatuses : (['waiting'] as const)
    return (await call(listRequests, { query: { company, status: [...status], limit: 1 }, signal })).total
  })

export const badges: readonly Badge[] = [
  {
    path: '/addRequest',
    get kind() {
      return isOfTeam() ? 'open' : 'waiting'
    },
    query: waitingQuery,
  },
]
