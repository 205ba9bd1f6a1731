import { cancelAssetHunt, getAssetHunt, startAssetHunt, type AssetHunt } from '@signet/contract/collection/asset-hunts'
import type { Assets } from '@signet/contract/companies/assets'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

const readEveryMs = 1000

/** What a preview found so far; read again while it runs. */
export const previewQuery = (company: string, huntId: string) =>
  queryOptions({
    queryKey: [company, 'assetHunt', huntId],
    queryFn: ({ signal }) => call(getAssetHunt, { params: { assetHuntId: huntId }, query: { company }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? readEveryMs : false),
  })

export const startPreview = (company: string, assets: Omit<Assets, 'version'>): Promise<AssetHunt> =>
  call(startAssetHunt, { query: { company }, body: { company, ...assets } })

export async function cancelPreview(company: string, huntId: string): Promise<void> {
  const hunt = await call(cancelAssetHunt, { params: { assetHuntId: huntId }, query: { company }, body: { company } })
  queryClient.setQueryData(previewQuery(company, huntId).queryKey, hunt)
}
