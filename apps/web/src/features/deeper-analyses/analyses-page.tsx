import type { DeeperAnalysis } from '@signet/contract/deeper-analyses'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { usePagedRows } from '../../api/paged-rows.ts'
import { exactNumber } from '../../format/exact-number.ts'
import { updatedText } from '../../format/time-ago.ts'
import { usePageSearch } from '../../page-search.ts'
import { useCompany } from '../../session/company.ts'
import { noFilters } from '../../ui/case-facets.tsx'
import { Button } from '../../ui/button.tsx'
import { DataGrid } from '../../ui/data-grid.tsx'
import { FailedBlock, StateBlock } from '../../ui/data-state.tsx'
import { createGridStore } from '../../ui/grid-store.ts'
import { Page } from '../../ui/page.tsx'
import { Segments } from '../../ui/segments.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { phone, useMedia } from '../../ui/use-media.ts'
import { useNow } from '../../ui/use-now.ts'
import { msg, plural, t } from '../../words/words.ts'
import { analysesQuery, analysisCountQuery, sortingOf } from './analyses.api.ts'
import css from './analyses-page.module.css'
import { analysisColumns } from './analysis-columns.tsx'
import { AnalysisFilters, useFilterWords } from './analysis-filters.tsx'
import {
  analysisViews,
  validateAnalysisSearch,
  type AnalysisSearch,
  type AnalysisSort,
  type AnalysisView,
} from './analysis-search.ts'

const rowPx = 56
const cardPx = 72

/** What the team was asked to look into, and what it found. */
export function AnalysesPage() {
  const company = useCompany()
  // Another company is another list.
  return <AnalysisList key={company} company={company} />
}

function AnalysisList({ company }: { company: string }) {
  const [search, changeSearch] = usePageSearch(validateAnalysisSearch)
  const navigate = useNavigate()
  const [store] = useState(createGridStore)
  const now = useNow()
  const isPhone = useMedia(phone)
  const rows = usePagedRows<DeeperAnalysis>((pageNumber) => analysesQuery(company, search, pageNumber))
  const columns = useMemo(() => analysisColumns(isPhone), [isPhone])
  const sorting = sortingOf(search)

  const change = (changes: AnalysisSearch) => {
    store.reset()
    changeSearch(changes)
  }
  const onSort = (by: AnalysisSort) => {
    const isText = by === 'title' || by === 'source' || by === 'status'
    const dir = sorting.by === by ? (sorting.direction === 'asc' ? 'desc' : 'asc') : isText ? 'asc' : 'desc'
    change({ sort: by, dir })
  }
  const open = ({ id }: DeeperAnalysis) =>
    void navigate({ to: '/deeperAnalysis/$analysisId', params: { analysisId: id } })
  const moveBy = (steps: number) => {
    const last = (rows.total ?? 0) - 1
    if (last >= 0) store.moveTo(Math.max(0, Math.min(last, store.cursor() + steps)))
  }
  const openCurrent = () => {
    const row = rows.at(store.cursor())
    if (row) open(row)
  }
  useShortcuts({
    j: () => moveBy(1),
    ArrowDown: () => moveBy(1),
    k: () => moveBy(-1),
    ArrowUp: () => moveBy(-1),
    Enter: openCurrent,
    o: openCurrent,
    '/': () => document.querySelector<HTMLInputElement>('[data-list-search]')?.focus(),
  })

  const instead =
    rows.total === undefined && rows.error ? (
      <FailedBlock what={t('The deeper analyses')} error={rows.error} retry={rows.refetch} />
    ) : rows.total === 0 ? (
      <NoAnalyses search={search} onChange={change} />
    ) : undefined
  return (
    <Page title={t('Deeper Analysis')} layout="fill">
      <div className={css.tools}>
        <div className={css.views}>
          <Views company={company} search={search} onChange={change} />
        </div>
        <AnalysisFilters search={search} onChange={change} />
        <p className={css.count}>
          <output className="num">
            {rows.total === undefined || rows.isOld ? null : plural(rows.total, '{n} analysis', '{n} analyses')}
          </output>
          {rows.readAt > 0 ? <span className={css.wide}>{updatedText(rows.readAt, now)}</span> : null}
        </p>
      </div>
      <DataGrid
        label={t('Deeper analyses')}
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

interface PartProps {
  search: AnalysisSearch
  onChange: (changes: AnalysisSearch) => void
}

const viewLabels: Record<AnalysisView, string> = {
  open: msg('Open'),
  ready: msg('Findings ready'),
  stopped: msg('Stopped'),
  all: msg('All'),
}

function Views({ company, search, onChange }: PartProps & { company: string }) {
  const open = useQuery(analysisCountQuery(company, 'open')).data
  const ready = useQuery(analysisCountQuery(company, 'ready')).data
  const stopped = useQuery(analysisCountQuery(company, 'stopped')).data
  const all = useQuery(analysisCountQuery(company, 'all')).data
  const counts: Record<AnalysisView, number | undefined> = { open, ready, stopped, all }
  return (
    <Segments
      label={t('Which deeper analyses')}
      choices={analysisViews.map((value) => {
        const count = counts[value]
        return { value, label: t(viewLabels[value]), count: count === undefined ? undefined : exactNumber(count) }
      })}
      value={search.view ?? 'open'}
      onChange={(view) =>
        onChange({ view: view === 'open' ? undefined : view, status: undefined, sort: undefined, dir: undefined })
      }
    />
  )
}

function NoAnalyses({ search, onChange }: PartProps) {
  const words = useFilterWords(search)
  if (words.length > 0) {
    return (
      <StateBlock
        title={t('No deeper analysis matches')}
        action={<Button onClick={() => onChange({ ...noFilters, view: undefined })}>{t('Clear filters')}</Button>}
      >
        {t('Filtered by {filters}.', { filters: words.join('; ') })}
      </StateBlock>
    )
  }
  if (search.view === 'ready' || search.view === 'stopped') {
    return (
      <StateBlock title={t('Nothing here yet')}>
        {search.view === 'ready'
          ? t('Analyses appear here once the team has written its findings.')
          : t('Analyses that were taken back or could not be done appear here.')}
      </StateBlock>
    )
  }
  return (
    <StateBlock title={t('No deeper analysis is open')}>
      {t('Mark a threat “Deeper analysis” and the team looks into it; what it finds is kept here.')}
    </StateBlock>
  )
}
