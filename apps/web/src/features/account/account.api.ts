import { listOwnSignIns } from '@signet/contract/access/account'
import { listPasskeys } from '@signet/contract/access/factors'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/* Data of the person that belongs to no company: its query keys begin with `account` instead of a company. */

export const passkeysQuery = queryOptions({
  queryKey: ['account', 'passkeys'],
  queryFn: ({ signal }) => call(listPasskeys, { signal }),
})
export const signInsQuery = queryOptions({
  queryKey: ['account', 'signIns'],
  queryFn: ({ signal }) => call(listOwnSignIns, { signal }),
})
