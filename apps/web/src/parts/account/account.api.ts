import { listOwnSessions } from '@signet/contract/access/account'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

/** The active sessions. Data of the person that belongs to no company: its query keys begin with `account` instead of a company. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => call(listOwnSessions, { signal }),
})

/** Reloads everything that a change of the account may affect. */
export const refreshAccount = () => queryClient.invalidateQueries({ queryKey: ['account'] })
