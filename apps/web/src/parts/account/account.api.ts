import { getUserDetails, listOwnSessions } from '@signet/contract/access/account'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

/* Data of the person that belongs to no company: its query keys begin with `account` instead of a company. */

export const detailsQuery = queryOptions({
  queryKey: ['account', 'details'],
  queryFn: ({ signal }) => call(getUserDetails, { signal }),
})

/** The active sessions. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => call(listOwnSessions, { signal }),
})

/** Reloads everything that a change of the account may affect. */
export const refreshAccount = () => queryClient.invalidateQueries({ queryKey: ['account'] })
