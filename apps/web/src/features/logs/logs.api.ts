import { getLogs, type getLogsByDate, getSignInLogs, getTopEndpoints } from '@signet/contract/operation/logs'
import type { QueryOf, Route } from '@signet/contract/route'
import { listAudit } from '@signet/contract/operation/audit'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { LogsSearch } from './logs-search.ts'

/** Number of rows per page of the tables. */
export const rowsPerPage = 50
const endpointsMax = 10

const rangeOf = ({ from, to }: LogsSearch) => ({ fromDate: from, toDate: to })

/** One of the figures for the current range. Without a range the server uses 30 days. */
export function figureQuery<Figure>(
  route: Route<undefined, QueryOf<typeof getLogsByDate>, undefined, Figure>,
  search: LogsSearch,
) {
  const query = rangeOf(search)
  return queryOptions({
    queryKey: ['installation', 'logs', route.path, query],
    queryFn: ({ signal }) => call(route, { query, signal }),
  })
}

export function endpointsQuery(search: LogsSearch) {
  const query = { ...rangeOf(search), n: endpointsMax }
  return queryOptions({
    queryKey: ['installation', 'logs', 'endpoints', query],
    queryFn: ({ signal }) => call(getTopEndpoints, { query, signal }),
  })
}

const paging = ({ logFrom, logTo, page, q }: LogsSearch) => ({
  fromDate: logFrom,
  toDate: logTo,
  pageNumber: Number(page ?? '1'),
  limit: rowsPerPage,
  searchQuery: q,
})

export function loggedRequestsQuery(search: LogsSearch) {
  const query = {
    ...paging(search),
    ip: search.ip,
    userEmail: search.user,
    method: search.method,
    statusCode: search.status,
  }
  return queryOptions({
    queryKey: ['installation', 'logs', 'requests', query],
    queryFn: ({ signal }) => call(getLogs, { query, signal }),
  })
}

export function loggedSignInsQuery(search: LogsSearch) {
  const query = { ...paging(search), ip: search.ip, result: search.result }
  return queryOptions({
    queryKey: ['installation', 'logs', 'signIns', query],
    queryFn: ({ signal }) => call(getSignInLogs, { query, signal }),
  })
}

export function auditQuery(company: string, search: LogsSearch) {
  const query = { company, ...paging(search), userEmail: search.user }
  return queryOptions({
    queryKey: [company, 'logs', 'audit', query],
    queryFn: ({ signal }) => call(listAudit, { query, signal }),
  })
}
