import { copyLeakNames, listLeakDisclosures, maskLeakNames, showLeakNames } from '@signet/contract/leaks/disclosures'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** Who showed, copied or exported user names, and until when they are shown to this user. */
export function disclosuresQuery(company: string) {
  return queryOptions({
    queryKey: [company, 'leaks', 'disclosures'],
    queryFn: ({ signal }) => call(listLeakDisclosures, { query: { company }, signal }),
  })
}

export const showNames = (company: string, reason: string) =>
  call(showLeakNames, { query: { company }, body: { company, reason } })

export const maskNames = (company: string) => call(maskLeakNames, { query: { company } })

/** The user names of leaks, for resetting passwords. */
export const readNames = (company: string, ids: readonly string[], reason: string) =>
  call(copyLeakNames, { query: { company }, body: { company, ids: [...ids], reason } })
