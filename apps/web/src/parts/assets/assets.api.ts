import { getAssets } from '@signet/contract/companies/assets'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export function assetsQuery(company: string) {
  return queryOptions({
    queryKey: [company, 'assets'],
    queryFn: ({ signal }) => call(getAssets, { query: { company }, signal }),
  })
}
