import { getHostChecks, listDiscoveredHosts, type HostState } from '@signet/contract/collection/discovered-hosts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export const hostsPerPage = 20

/** The keys of everything about the discovered hosts of a company. */
export const hostsKey = (company: string) => [company, 'settings', 'discovered-hosts'] as const

/** A page of the hosts, of one state or all, by name. */
export const hostsQuery = (company: string, state: HostState | 'all', pageNumber: number) =>
  queryOptions({
    queryKey: [...hostsKey(company), state, pageNumber],
    queryFn: ({ signal }) => {
      const query = { company, pageNumber, limit: hostsPerPage, sortField: 'host', sortDirection: 'asc' } as const
      return call(listDiscoveredHosts, { query: { ...query, ...(state === 'all' ? {} : { state }) }, signal })
    },
    placeholderData: keepPreviousData,
  })

/** How the hosts are found and checked. */
export const hostChecksQuery = (company: string) =>
  queryOptions({
    queryKey: [...hostsKey(company), 'checks'],
    queryFn: ({ signal }) => call(getHostChecks, { query: { company }, signal }),
  })
