import { campaignOfThreat } from '@signet/contract/threats/campaigns'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../../api/call.ts'
import { useCompany } from '../../../session/company.ts'
import type { AnyDetail } from '../records.ts'
import { t } from './words.ts'

/** The campaign that a threat is part of; nothing if it is part of none. */
export function ThreatCampaign({ threat: { id, source } }: { threat: AnyDetail }) {
  const company = useCompany()
  const { data } = useQuery({
    queryKey: [company, 'campaigns', 'of', id],
    queryFn: ({ signal }) => call(campaignOfThreat, { params: { source, threatId: id }, query: { company }, signal }),
  })
  if (!data?.campaign) return null
  const { id: campaignId, number, threatCount } = data.campaign
  return (
    <div>
      <dt>{t('campaign')}</dt>
      <dd>
        <Link to="/takedown/campaigns/$campaignId" params={{ campaignId }}>
          {t('partOfCampaign', { number, count: threatCount })}
        </Link>
      </dd>
    </div>
  )
}
