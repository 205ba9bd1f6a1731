import { getClientInfo, listCompanyChoices, type ClientInfo } from '@signet/contract/companies/companies'
import { minuteMs } from '@signet/contract/time'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../api/call.ts'
import { cachedInfo, cacheInfo, clientInfoKey } from './client-info-cache.ts'
import { useCompany } from './company.ts'

const clientInfoFreshMs = 60_000

/**
 * Name, logo, modules and sources of a company. The data is fresh for a minute. The last response of this session is shown in the
 * meantime.
 */
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

/** The data of the current company. Until it is loaded, the session provides it for the user's own company. */
export function useClientInfo(): ClientInfo | undefined {
  return useQuery(clientInfoQuery(useCompany())).data
}

export const companyChoicesQuery = queryOptions({
  queryKey: ['companyChoices'],
  queryFn: ({ signal }) => call(listCompanyChoices, { signal }),
  staleTime: 5 * minuteMs,
})

/** The companies that can be selected, as items of a picker. */
export function useCompanyItems() {
  return useQuery({
    ...companyChoicesQuery,
    select: (companies) => companies.map(({ company, name }) => ({ key: company, label: name, hint: company })),
  })
}

/** Returns the name of a company by its key, or the key until the name is loaded. */
export function useCompanyNames(): (key: string) => string {
  const companies = useQuery(companyChoicesQuery).data
  return useCallback((key) => companies?.find(({ company }) => company === key)?.name ?? key, [companies])
}
