import type { Takedown } from '@signet/contract/takedowns'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { usePagedRows } from '../../api/paged-rows.ts'
import { exactNumber } from '../../format/exact-number.ts'
import { shownTitle } from '../../format/shown-title.ts'
import { updatedText } from '../../format/time-ago.ts'
import { usePageSearch } from '../../page-search.ts'
import { useCompany } from '../../session/company.ts'
import { noFilters } from '../../ui/case-facets.tsx'
import { Button } from '../../ui/button.tsx'
import { DataGrid } from '../../ui/data-grid.tsx'
import { FailedBlock, StateBlock } from '../../ui/data-state.tsx'
import { createGridStore } from '../../ui/grid-store.ts'
import { actionsOn, usePageActions } from '../../ui/page-actions.ts'
import { Page } from '../../ui/page.tsx'
import { Segments } from '../../ui/segments.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { phone, useMedia } from '../../ui/use-media.ts'
import { useNow } from '../../ui/use-now.ts'
import { msg, plural, t } from '../../words/words.ts'
import { takedownColumns } from './takedown-columns.tsx'
import { TakedownFilters, useFilterWords } from './takedown-filters.tsx'
import {
  takedownViews,
  validateTakedownSearch,
  type TakedownSearch,
  type TakedownSort,
  type TakedownView,
} from './takedown-search.ts'
import { sortingOf, takedownCountQuery, takedownsQuery } from './takedowns.api.ts'
import css from './takedowns-page.module.css'

const rowPx = 56
const cardPx = 72

/** Where each removal stands, and what is late. */
export function TakedownsPage() {
  const company = useCompany()
  // Another company is another list.
  return <TakedownList key={company} company={company} />
}

function TakedownList({ company }: { company: string }) {
  const [search, changeSearch] = usePageSearch(validateTakedownSearch)
  const navigate = useNavigate()
  const [store] = useState(createGridStore)
  const now = useNow()
  const isPhone = useMedia(phone)
  const rows = usePagedRows<Takedown>((pageNumber) => takedownsQuery(company, search, pageNumber))
  const columns = useMemo(() => takedownColumns(now, isPhone), [now, isPhone])
  const sorting = sortingOf(search)

  const change = (changes: TakedownSearch) => {
    store.reset()
    changeSearch(changes)
  }
  const onSort = (by: TakedownSort) => {
    const startsLow = by === 'title' || by === 'source' || by === 'status' || by === 'dueAt'
    const first = startsLow ? 'asc' : 'desc'
    const dir = sorting.by === by ? (sorting.direction === 'asc' ? 'desc' : 'asc') : first
    change({ sort: by, dir })
  }
  const open = (row: Takedown) => void navigate({ to: '/takedown/$takedownId', params: { takedownId: row.id } })
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

  usePageActions(() => {
    const row = rows.at(store.cursor())
    return actionsOn([{ label: msg('Open'), run: openCurrent }], 0, row && shownTitle(row.source, row.title))
  })

  const instead =
    rows.total === undefined && rows.error ? (
      <FailedBlock what={t('The takedowns')} error={rows.error} retry={rows.refetch} />
    ) : rows.total === 0 ? (
      <NoTakedowns search={search} onChange={change} />
    ) : undefined
  return (
    <Page title={t('Takedowns')} layout="fill">
      <div className={css.tools}>
        <div className={css.views}>
          <Views company={company} search={search} onChange={change} />
        </div>
        <TakedownFilters search={search} onChange={change} />
        <CountLine rows={rows} search={search} now={now} />
      </div>
      <DataGrid
        label={t('Takedowns')}
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
  search: TakedownSearch
  onChange: (changes: TakedownSearch) => void
}

const viewLabels: Record<TakedownView, string> = {
  running: msg('Running'),
  removed: msg('Removed'),
  stopped: msg('Stopped'),
  all: msg('All'),
}

function Views({ company, search, onChange }: PartProps & { company: string }) {
  const running = useQuery(takedownCountQuery(company, 'running')).data
  const removed = useQuery(takedownCountQuery(company, 'removed')).data
  const stopped = useQuery(takedownCountQuery(company, 'stopped')).data
  const all = useQuery(takedownCountQuery(company, 'all')).data
  const counts: Record<TakedownView, number | undefined> = { running, removed, stopped, all }
  const choices = takedownViews.map((value) => {
    const count = counts[value]
    return { value, label: t(viewLabels[value]), count: count === undefined ? undefined : exactNumber(count) }
  })
  return (
    <Segments
      label={t('Which takedowns')}
      choices={choices}
      value={search.view ?? 'running'}
      // Sorting and status of the other view seldom make sense in this one.
      onChange={(view) =>
        onChange({ view: view === 'running' ? undefined : view, status: undefined, sort: undefined, dir: undefined })
      }
    />
  )
}

interface CountLineProps {
  rows: { total: number | undefined; isOld: boolean; readAt: number }
  search: TakedownSearch
  now: Date
}

function CountLine({ rows: { total, isOld, readAt }, search, now }: CountLineProps) {
  const isLateFirst = !search.sort && (search.view ?? 'running') === 'running'
  return (
    <p className={css.count}>
      <output className="num">
        {total === undefined || isOld ? null : plural(total, '{n} takedown', '{n} takedowns')}
      </output>
      {readAt > 0 ? <span className={css.wide}>{updatedText(readAt, now)}</span> : null}
      {isLateFirst && total !== undefined ? <span>{t('Late first')}</span> : null}
    </p>
  )
}

function NoTakedowns({ search, onChange }: PartProps) {
  const words = useFilterWords(search)
  if (words.length > 0) {
    return (
      <StateBlock
        title={t('No takedown matches')}
        action={<Button onClick={() => onChange({ ...noFilters, view: undefined })}>{t('Clear filters')}</Button>}
      >
        {t('Filtered by {filters}.', { filters: words.join('; ') })}
      </StateBlock>
    )
  }
  if (search.view === 'removed') {
    return (
      <StateBlock title={t('Nothing removed yet')}>{t('Cases appear here once their target is offline.')}</StateBlock>
    )
  }
  if (search.view === 'stopped') {
    return (
      <StateBlock title={t('No case was stopped')}>
        {t('Refused, unsuccessful and withdrawn cases appear here.')}
      </StateBlock>
    )
  }
  return (
    <StateBlock title={t('No takedown is running')}>
      {t('Mark a threat “Takedown” and its case appears here, with every step until it is removed.')}
    </StateBlock>
  )
}
