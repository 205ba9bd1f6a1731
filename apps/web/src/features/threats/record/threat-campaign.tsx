import { campaignOfThreat } from '@signet/contract/threats/campaigns'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../../api/call.ts'
import { useCompany } from '../../../session/company.ts'
import type { AnyDetail } from '../records.ts'
import { NoData } from '../../../ui/feedback/data-state.tsx'
import { t } from './words.ts'

/** The campaign that a threat is part of; nothing if it is part of none. */
export function ThreatCampaign({ threat: { id, source } }: { threat: AnyDetail }) {
  const company = useCompany()
  const query = useQuery({
    queryKey: [company, 'campaigns', 'of', id],
    queryFn: ({ signal }) => call(campaignOfThreat, { params: { source, threatId: id }, query: { company }, signal }),
  })
  const campaign = query.data?.campaign
  if (!campaign && !query.error) return null
  return (
    <div>
      <dt>{t('campaign')}</dt>
      <dd>
        {campaign ? (
          <Link to="/takedown/campaigns/$campaignId" params={{ campaignId: campaign.id }}>
            {t('partOfCampaign', { number: campaign.number, count: campaign.threatCount })}
          </Link>
        ) : (
          <NoData query={query} what={t('theCampaign')} />
        )}
      </dd>
    </div>
  )
}
