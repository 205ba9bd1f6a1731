import { listOwnSessions } from '@signet/contract/account'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

/** Where the person is signed in. What belongs to the person and to no company: its keys begin with `account` instead of one. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => call(listOwnSessions, { signal }),
})

/** Reads anew what a change of the account may have moved. */
export const refreshAccount = () => queryClient.invalidateQueries({ queryKey: ['account'] })
