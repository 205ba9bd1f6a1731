import type { RecentActivity } from '@signet/contract/threats/activity'
import { useMemo } from 'react'
import { usePagedRows } from '../../api/paged-rows.ts'
import { queryClient } from '../../api/query-client.ts'
import { usePageSearch } from '../../url/page-search.ts'
import { companyChoicesQuery, useCompanyNames } from '../../session/client-info.ts'
import { useSwitchCompany } from '../../navigation/switch-company.ts'
import { StateBlock } from '../../ui/feedback/data-state.tsx'
import type { Facet } from '../../ui/filters/facet-filters.tsx'
import { ListPage } from '../../ui/grid/list-page.tsx'
import { Text } from '../../ui/layout/parts.tsx'
import { phone, useMedia } from '../../ui/layout/use-media.ts'
import { t } from './words.ts'
import { doneColumns, doneHeights } from './activity-columns.tsx'
import { doneFilterWords, entriesText, KindSegments, severityFacet, sourceFacet } from './activity-filters.tsx'
import { validateRecentSearch, type ActivitySort, type RecentSearch } from './activity-search.ts'
import { recordPath } from './activity-words.ts'
import { recentOptionsQuery, recentQuery, sortingOf } from './activity.api.ts'

/** Clears all filters but keeps the kind. */
const noFilters = {
  company: undefined,
  q: undefined,
  source: undefined,
  severity: undefined,
  from: undefined,
  to: undefined,
} as const satisfies RecentSearch

/** The recent decisions of clients in all companies. */
export function RecentActivityPage() {
  const [search, onChange] = usePageSearch(validateRecentSearch)
  const kind = search.kind ?? 'threat'
  const isPhone = useMedia(phone)
  const nameOf = useCompanyNames()
  const rows = usePagedRows<RecentActivity>((pageNumber) => recentQuery(search, pageNumber))
  const switchTo = useSwitchCompany()
  const columns = useMemo(
    () =>
      doneColumns<RecentActivity>({
        kind,
        isPhone,
        first: {
          key: 'company',
          label: t('company'),
          track: 'minmax(148px, 0.4fr)',
          render: ({ company }) => <Text cut>{nameOf(company)}</Text>,
        },
      }).filter(({ key }) => key !== 'remark'),
    [kind, isPhone, nameOf],
  )
  const facets: Facet[] = [
    {
      key: 'company',
      label: t('company'),
      chosen: search.company,
      wordOf: nameOf,
      options: {
        queryKey: ['all companies', 'activity', 'options', 'company'],
        queryFn: async () => {
          const companies = await queryClient.ensureQueryData(companyChoicesQuery)
          return companies.map(({ company, name }) => ({ value: company, label: name }))
        },
      },
    },
    sourceFacet(search.source, recentOptionsQuery('source', search.company, kind)),
    severityFacet(search.severity, recentOptionsQuery('severity', search.company, kind)),
  ]
  return (
    <ListPage<RecentActivity, ActivitySort, RecentSearch>
      title={t('recentActivity')}
      what={t('activityWhat')}
      rows={rows}
      columns={columns}
      heights={doneHeights}
      search={search}
      sorting={sortingOf(search)}
      onChange={onChange}
      // A record opens in the company it belongs to.
      onOpen={(row) => void switchTo(row.company, recordPath(kind, row.source, row.threatId))}
      filters={{ ...doneFilterWords(), facets, noFilters }}
      views={(change) => (
        <div data-every-company>
          <KindSegments value={kind} onChange={(next) => change({ ...noFilters, kind: next })} />
        </div>
      )}
      countText={entriesText}
      noMatch={t('noMatch')}
      empty={<StateBlock title={t('nothingYet')}>{t('noRecentActivityText')}</StateBlock>}
    />
  )
}
