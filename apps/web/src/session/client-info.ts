import { getClientInfo, listCompanyChoices, type ClientInfo } from '@signet/contract/companies'
import { minuteMs } from '@signet/contract/time'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { cachedInfo, cacheInfo, clientInfoKey } from './client-info-cache.ts'
import { useCompany } from './company.ts'

const clientInfoFreshMs = 60_000

/** Name, logo, modules and sources of a company; fresh for a minute, painted from this session's last answer. */
export function clientInfoQuery(company: string) {
  return queryOptions({
    queryKey: clientInfoKey(company),
    queryFn: async ({ signal }) => {
      const info = await call(getClientInfo, { query: { company }, signal })
      cacheInfo(info)
      return info
    },
    staleTime: clientInfoFreshMs,
    initialData: () => cachedInfo(company),
    initialDataUpdatedAt: 0,
  })
}

/** What is known of the company in force; until the answer comes, what the session says of the user's own. */
export function useClientInfo(): ClientInfo | undefined {
  return useQuery(clientInfoQuery(useCompany())).data
}

export const companyChoicesQuery = queryOptions({
  queryKey: ['companyChoices'],
  queryFn: ({ signal }) => call(listCompanyChoices, { signal }),
  staleTime: 5 * minuteMs,
})

/** What a company is called, by its key; the key until that is known. */
export function useCompanyNames(): (key: string) => string {
  const companies = useQuery(companyChoicesQuery).data
  return (key) => companies?.find(({ company }) => company === key)?.name ?? key
}
