import { getSourceCoverage, listConnectors } from '@signet/contract/collection/connectors'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

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
