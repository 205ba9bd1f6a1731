import { openCampaign } from '@signet/contract/threats/campaigns'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** One campaign with its threats and traits. */
export function campaignQuery(company: string, campaignId: string) {
  return queryOptions({
    queryKey: [company, 'campaigns', campaignId],
    queryFn: ({ signal }) => call(openCampaign, { params: { campaignId }, query: { company }, signal }),
  })
}
