import { listAssetProposals } from '@signet/contract/companies/asset-proposals'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const pollMs = 2000

/** What the company's own sites mention, reloaded while a search is running. */
export function assetProposalsQuery(company: string) {
  return queryOptions({
    queryKey: [company, 'assetProposals'],
    queryFn: ({ signal }) => call(listAssetProposals, { query: { company }, signal }),
    refetchInterval: ({ state }) => (state.data?.isSearching ? pollMs : false),
  })
}
