import { listOwnSessions, listOwnSignIns } from '@signet/contract/account'
import { listPasskeys } from '@signet/contract/factors'
import { getUserDetails } from '@signet/contract/users'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

/*
 * What belongs to the person and to no company: its keys begin with `account` instead of one.
 */

export const detailsQuery = queryOptions({
  queryKey: ['account', 'details'],
  queryFn: ({ signal }) => call(getUserDetails, { signal }),
})
export const passkeysQuery = queryOptions({
  queryKey: ['account', 'passkeys'],
  queryFn: ({ signal }) => call(listPasskeys, { signal }),
})
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => call(listOwnSessions, { signal }),
})
export const signInsQuery = queryOptions({
  queryKey: ['account', 'signIns'],
  queryFn: ({ signal }) => call(listOwnSignIns, { signal }),
})

/** Reads anew what a change of the account may have moved. */
export const refreshAccount = () => queryClient.invalidateQueries({ queryKey: ['account'] })
