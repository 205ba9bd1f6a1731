import { listCampaigns, type CampaignSummary } from '@signet/contract/threats/campaigns'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { CaseCrumbs } from '../../parts/cases/case-layout.tsx'
import { SeverityMark } from '../../parts/threats/severity-mark.tsx'
import { useCompany } from '../../session/company.ts'
import { DataState, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { Pager } from '../../ui/grid/pager.tsx'
import { SimpleTable, type SimpleColumn } from '../../ui/grid/simple-table.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Card, Stack } from '../../ui/layout/parts.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { usePageSearch } from '../../url/page-search.ts'
import { textOf } from '../../url/search-params.ts'
import { traitName } from '../../words/named/threats.ts'
import { t } from './words.ts'

const pageSize = 20

const validateSearch = (raw: Record<string, unknown>): { page?: string | undefined } => ({ page: textOf(raw['page']) })

/** The campaigns of the company, the ones that changed last first. */
export function CampaignsPage() {
  const company = useCompany()
  const [{ page }, setSearch] = usePageSearch(validateSearch)
  const pageNumber = Math.max(1, Number(page) || 1)
  const campaigns = useQuery({
    queryKey: [company, 'campaigns', 'list', pageNumber],
    queryFn: ({ signal }) => call(listCampaigns, { query: { company, pageNumber, limit: pageSize }, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page title={t('campaigns')}>
      <CaseCrumbs to="/takedown" list={t('takedowns')} name={t('campaigns')} />
      <Card>
        <DataState
          query={campaigns}
          what={t('theCampaigns')}
          loading={<Skeleton lines={8} />}
          isEmpty={({ total }) => total === 0}
          empty={<StateBlock title={t('noCampaigns')}>{t('noCampaignsHint')}</StateBlock>}
        >
          {({ items, total }) => (
            <Stack gap={3}>
              <SimpleTable label={t('campaigns')} columns={columns()} rows={items} idOf={({ id }) => id} isCards />
              <Pager
                pageNumber={pageNumber}
                pages={Math.ceil(total / pageSize)}
                onPage={(next) => setSearch({ page: next === 1 ? undefined : String(next) })}
              />
            </Stack>
          )}
        </DataState>
      </Card>
    </Page>
  )
}

const columns = (): SimpleColumn<CampaignSummary>[] => [
  {
    key: 'number',
    label: t('campaign'),
    render: ({ id, number }) => (
      <Link to="/takedown/campaigns/$campaignId" params={{ campaignId: id }}>
        {t('campaignNumber', { number })}
      </Link>
    ),
  },
  { key: 'severity', label: t('severity'), render: ({ severity }) => <SeverityMark severity={severity} /> },
  { key: 'threats', label: t('threats'), isFigure: true, render: ({ threatCount }) => exactNumber(threatCount) },
  { key: 'open', label: t('undecided'), isFigure: true, render: ({ openCount }) => exactNumber(openCount) },
  {
    key: 'kinds',
    label: t('sharedTraits'),
    wraps: true,
    render: ({ sharedKinds }) => sharedKinds.map((kind) => traitName(kind)).join(', '),
  },
  { key: 'changedAt', label: t('lastChanged'), isWide: true, render: ({ changedAt }) => <TimeAgo at={changedAt} /> },
]
