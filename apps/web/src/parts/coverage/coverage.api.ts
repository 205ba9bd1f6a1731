import { listCompanyCoverage, type CompanyCoverageSort } from '@signet/contract/collection/company-coverage'
import { getSourceCoverage, listConnectors } from '@signet/contract/collection/connectors'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Sorting } from '../../ui/grid/columns/columns.ts'
import type { CompanyCoverageSearch } from './company-coverage-search.ts'

/** How each source of the company is covered. */
export const sourceCoverageQuery = (company: string) =>
  queryOptions({
    queryKey: [company, 'coverage', 'sources'],
    queryFn: ({ signal }) => call(getSourceCoverage, { query: { company }, signal }),
  })

/** Every connector with the account of the company, for staff. */
export const connectorsQuery = (company: string) =>
  queryOptions({
    queryKey: [company, 'settings', 'connectors'],
    queryFn: ({ signal }) => call(listConnectors, { query: { company }, signal }),
  })

export const coveragePerPage = 50

/** The sorting of the table: what needs people most comes first. */
export function coverageSorting({ sort, dir }: CompanyCoverageSearch): Sorting<CompanyCoverageSort> {
  return { by: sort ?? 'state', direction: dir ?? 'asc' }
}

/** How the sources of all companies of a staff user are covered. */
export function companyCoverageQuery(search: CompanyCoverageSearch) {
  const { q, states, sources, page } = search
  const { by, direction } = coverageSorting(search)
  const query = {
    pageNumber: Number(page ?? 1),
    limit: coveragePerPage,
    sortField: by,
    sortDirection: direction,
    ...(q ? { searchQuery: q } : {}),
    ...(states ? { states } : {}),
    ...(sources ? { sources } : {}),
  }
  return queryOptions({
    queryKey: ['all companies', 'coverage', query],
    queryFn: ({ signal }) => call(listCompanyCoverage, { query, signal }),
  })
}
