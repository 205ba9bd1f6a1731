import type { RecentActivity } from '@signet/contract/activity'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { usePagedRows } from '../../api/paged-rows.ts'
import { queryClient } from '../../api/query-client.ts'
import { usePageSearch } from '../../page-search.ts'
import { companyChoicesQuery } from '../../session/client-info.ts'
import { useSwitchCompany } from '../../shell/switch-company.ts'
import { Button } from '../../ui/button.tsx'
import { DataGrid } from '../../ui/data-grid.tsx'
import { FailedBlock, StateBlock } from '../../ui/data-state.tsx'
import { FacetFilters, filterWords, type Facet } from '../../ui/facet-filters.tsx'
import { createGridStore } from '../../ui/grid-store.ts'
import { Page } from '../../ui/page.tsx'
import { Segments } from '../../ui/segments.tsx'
import { phone, useMedia } from '../../ui/use-media.ts'
import { plural, t } from '../../words/words.ts'
import { doneColumns } from './activity-columns.tsx'
import { severityFacet, sourceFacet } from './activity-filters.tsx'
import { validateRecentSearch, type ActivitySort, type RecentSearch } from './activity-search.ts'
import { recordPath } from './activity-words.ts'
import { recentOptionsQuery, recentQuery, sortingOf } from './activity.api.ts'
import css from './activity.module.css'
import { useListKeys } from './list-keys.ts'

const rowPx = 44
const cardPx = 104

/** All filters off; the kind stays. */
const noFilters = {
  company: undefined,
  q: undefined,
  source: undefined,
  severity: undefined,
  from: undefined,
  to: undefined,
} as const satisfies RecentSearch

/** What clients did lately, in every company. */
export function RecentActivityPage() {
  const [search, setSearch] = usePageSearch(validateRecentSearch)
  const kind = search.kind ?? 'threat'
  const isPhone = useMedia(phone)
  const [store] = useState(createGridStore)
  const choices = useQuery(companyChoicesQuery).data
  const nameOf = useMemo(() => {
    const names = new Map(choices?.map(({ company, name }) => [company, name]))
    return (company: string) => names.get(company) ?? company
  }, [choices])
  const rows = usePagedRows<RecentActivity>((pageNumber) => recentQuery(search, pageNumber))
  const switchTo = useSwitchCompany()
  const columns = useMemo(
    () =>
      doneColumns<RecentActivity>({
        kind,
        isPhone,
        first: {
          key: 'company',
          label: t('Company'),
          track: 'minmax(130px, 0.7fr)',
          render: ({ company }) => <span className={css.text}>{nameOf(company)}</span>,
        },
      }).filter(({ key }) => key !== 'remark'),
    [kind, isPhone, nameOf],
  )
  const sorting = sortingOf(search)
  const change = (changes: Partial<RecentSearch>) => {
    store.reset()
    setSearch(changes)
  }
  const onSort = (by: ActivitySort) => {
    const first = by === 'title' || by === 'source' ? 'asc' : 'desc'
    change({ sort: by, dir: sorting.by === by ? (sorting.direction === 'asc' ? 'desc' : 'asc') : first })
  }
  // A record opens in its own company.
  const open = (row: RecentActivity) => void switchTo(row.company, recordPath(kind, row.source, row.threatId))
  useListKeys({ store, rows, onOpen: open })

  const facets: Facet[] = [
    {
      key: 'company',
      label: t('Company'),
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
  const words = filterWords(search, facets, t('In a range'))
  const instead =
    rows.total === undefined && rows.error ? (
      <FailedBlock what={t('The activity')} error={rows.error} retry={rows.refetch} />
    ) : rows.total === 0 ? (
      words.length > 0 ? (
        <StateBlock
          title={t('Nothing matches')}
          action={<Button onClick={() => change(noFilters)}>{t('Clear filters')}</Button>}
        >
          {t('Filtered by {filters}.', { filters: words.join('; ') })}
        </StateBlock>
      ) : (
        <StateBlock title={t('Nothing yet')}>
          {t('Decisions and remarks of every company appear here as soon as somebody makes one.')}
        </StateBlock>
      )
    ) : undefined
  return (
    <Page title={t('Recent Activity')} layout="fill">
      <div className={css.tools}>
        <div className={css.views}>
          <Segments
            label={t('Threats or touts')}
            choices={[
              { value: 'threat', label: t('Threats') },
              { value: 'tout', label: t('Touts') },
            ]}
            value={kind}
            onChange={(next) => change({ ...noFilters, kind: next === 'tout' ? 'tout' : undefined })}
          />
        </div>
        <FacetFilters
          label={t('Filter activity')}
          searchLabel={t('Search activity')}
          rangeLabel={t('When')}
          search={search}
          facets={facets}
          onChange={(changes) => change(changes)}
          onClear={() => change(noFilters)}
        />
        <p className={css.count}>
          <output className="num">
            {rows.total === undefined || rows.isOld ? null : plural(rows.total, '{n} entry', '{n} entries')}
            {rows.totalIsCapped ? '+' : null}
          </output>
        </p>
      </div>
      <DataGrid
        label={t('Recent Activity')}
        columns={columns}
        rows={rows}
        store={store}
        idOf={({ id }) => id}
        rowHeight={isPhone ? cardPx : rowPx}
        sorting={sorting}
        onSort={onSort}
        onOpen={open}
        instead={instead}
      />
    </Page>
  )
}
