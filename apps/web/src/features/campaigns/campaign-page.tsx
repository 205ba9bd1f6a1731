import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { CaseCrumbs, CaseHead } from '../../parts/cases/case-layout.tsx'
import { SeverityMark } from '../../parts/threats/severity-mark.tsx'
import { useCompany } from '../../session/company.ts'
import { DataState, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Stack } from '../../ui/layout/parts.tsx'
import { CampaignExclusions } from './campaign-exclusions.tsx'
import { CampaignTraits } from './campaign-traits.tsx'
import { CampaignGraph } from './campaign-graph.tsx'
import { CampaignThreats } from './campaign-threats.tsx'
import { campaignQuery } from './campaigns.api.ts'
import { RequestAll } from './request-all.tsx'
import { t } from './words.ts'

/** One campaign: what joins its threats, the threats, and their takedown with one approval. */
export function CampaignPage() {
  const { campaignId = '' } = useParams({ strict: false })
  const query = useQuery(campaignQuery(useCompany(), campaignId))
  const name = query.data ? t('campaignNumber', { number: query.data.number }) : '…'
  return (
    <Page title={t('campaigns')}>
      <CaseCrumbs to="/takedown/campaigns" list={t('campaigns')} name={name} />
      <DataState query={query} what={t('theCampaign')} loading={<Skeleton lines={12} />}>
        {(campaign) => (
          <Stack>
            <CaseHead
              title={name}
              chips={
                <>
                  <SeverityMark severity={campaign.severity} />
                  <span>{t('threatCount', { count: campaign.threatCount })}</span>
                  <span>{t('openCount', { count: campaign.openCount })}</span>
                </>
              }
              actions={<RequestAll campaign={campaign} />}
            />
            {campaign.threatCount === 0 && <StateBlock title={t('noThreatsLeft')}>{t('noThreatsLeftHint')}</StateBlock>}
            <CampaignGraph campaign={campaign} />
            <CampaignTraits campaign={campaign} />
            {campaign.threatCount > 0 && <CampaignThreats campaign={campaign} />}
            <CampaignExclusions campaign={campaign} />
          </Stack>
        )}
      </DataState>
    </Page>
  )
}
