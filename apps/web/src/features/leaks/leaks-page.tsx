import { can } from '@signet/contract/permissions'
import type { Leak, LeakStatus } from '@signet/contract/leaks'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { lazy } from '../../api/lazy.ts'
import { usePagedRows } from '../../api/paged-rows.ts'
import { usePageSearch } from '../../url/page-search.ts'
import { useCompany } from '../../session/company.ts'
import { keepLeaksSeen } from './leaks-seen.ts'
import { useUser } from '../../session/use-session.ts'
import { exactNumber } from '../../format/exact-number.ts'
import { copyText } from '../../ui/feedback/copy-text.ts'
import { DataGrid } from '../../ui/grid/data-grid.tsx'
import { FailedBlock } from '../../ui/feedback/data-state.tsx'
import { createGridStore } from '../../ui/grid/grid-store.ts'
import { actionsOn, usePageActions } from '../../ui/keys/page-actions.ts'
import { Page } from '../../ui/layout/page.tsx'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { snackbar, toast } from '../../ui/feedback/toasts.ts'
import { Card, Inline, Stack } from '../../ui/layout/parts.tsx'
import { narrow, phone, useMedia } from '../../ui/layout/use-media.ts'
import { t } from '../../words/words.ts'
import { LeakCards } from './leak-cards.tsx'
import { leakColumns } from './leak-columns.tsx'
import { LeakFilters } from './leak-filters.tsx'
import { LeakTools } from './leak-tools.tsx'
import { allMax, noFilters, shapeOf, validateLeakSearch, type LeakSearch, type LeakSort } from './leak-search.ts'
import { leakName, resetListOf } from './leak-words.ts'
import { leakPageQuery, readAllLeaks, sortingOf } from './leaks.api.ts'
import { NoLeaks } from './no-leaks.tsx'
import { useLeakColumnChoice } from './use-leak-column-choice.ts'
import { useLeakMarks } from './use-leak-marks.ts'
import { useMasking } from './use-masking.ts'
import css from './leaks-page.module.css'

const LeakPanel = lazy(() => import('./leak-panel.tsx').then(({ LeakPanel: panel }) => ({ default: panel })))
const LeakSide = lazy(() => import('./leak-side.tsx').then(({ LeakSide: side }) => ({ default: side })))
const LeakGroups = lazy(() => import('./leak-groups.tsx').then(({ LeakGroups: groups }) => ({ default: groups })))
const LeakBulkBar = lazy(() => import('./leak-bulk-bar.tsx').then(({ LeakBulkBar: bar }) => ({ default: bar })))

/** Beyond so many it is asked once more. */
const confirmBeyond = 25
const rowPx = 52
/** Here a list beside the rail of icons has no room for every column. */
const tight = '(max-width: 960px)'
const cardPx = 64

/** Whose data is out, and whether it is usable. */
export function LeaksPage() {
  const company = useCompany()
  const client = useQueryClient()
  const { id: userId } = useUser()
  useEffect(() => keepLeaksSeen(client, company, userId), [client, company, userId])
  // Another company is another list.
  return <Leaks key={company} company={company} />
}

function Leaks({ company }: { company: string }) {
  const [search, changeSearch] = usePageSearch(validateLeakSearch)
  const { role } = useUser()
  const [store] = useState(createGridStore)
  const [isMasked, setIsMasked] = useMasking()
  const isPhone = useMedia(phone)
  const isNarrow = useMedia(narrow)
  const isTight = useMedia(tight)
  const marks = useLeakMarks(company, store)
  const mayWork = can(role, 'leaks:work')
  const isList = search.view !== 'packages'
  const rows = usePagedRows<Leak>((pageNumber) => leakPageQuery(company, search, pageNumber))
  const sorting = sortingOf(search)
  // What "Select all" has read beside the rows in view.
  const [pool, setPool] = useState<readonly Leak[]>([])
  const [isReading, setIsReading] = useState(false)
  const [asked, setAsked] = useState<LeakStatus | null>(null)

  const change = (changes: LeakSearch) => {
    store.reset()
    setPool([])
    changeSearch({ id: undefined, ...changes })
  }
  const index = indexOf(search.id, rows, store.cursor())
  const openRow = (leak: Leak, at?: number) => {
    if (at !== undefined) store.moveTo(at)
    changeSearch({ id: leak.id }, { replace: search.id !== undefined })
  }
  const moveBy = (step: number) => {
    const total = rows.total ?? 0
    if (total === 0 || !isList) return
    const from = store.cursor() < 0 && index >= 0 ? index : store.cursor()
    const next = Math.max(0, Math.min(total - 1, from + step))
    store.moveTo(next)
    const row = rows.at(next)
    if (search.id && row) openRow(row, next)
  }
  const close = () => changeSearch({ id: undefined })
  const current = () => rows.at(index >= 0 ? index : store.cursor())
  const selected = () => {
    // A row that was read again is newer than the pool.
    const known = new Map([...pool, ...rows.loaded].map((leak) => [leak.id, leak]))
    return [...known.values()].filter(({ id }) => store.isSelected(id))
  }
  const selectAll = async () => {
    setIsReading(true)
    try {
      const all = await readAllLeaks(company, search, allMax)
      setPool(all)
      store.select(all.map(({ id }) => id))
    } catch (error) {
      snackbar(t('That did not work. {why}', { why: errorText(error) }), { isFailure: true })
    }
    setIsReading(false)
  }
  const markSelected = (status: LeakStatus) => {
    void marks.markMany(selected(), status)
    store.clear()
    setPool([])
  }
  const decide = (status: LeakStatus) => {
    if (selected().length > confirmBeyond) setAsked(status)
    else markSelected(status)
  }

  const mark = (status: LeakStatus) => {
    if (!mayWork) return
    if (selected().length > 0) {
      decide(status)
      return
    }
    const leak = current()
    if (!leak) return
    void marks.markOne(leak, status)
    moveBy(1)
  }
  useShortcuts({
    j: () => moveBy(1),
    ArrowDown: () => moveBy(1),
    k: () => moveBy(-1),
    ArrowUp: () => moveBy(-1),
    Enter: () => {
      const row = rows.at(store.cursor())
      if (!row) return false
      openRow(row, store.cursor())
      return undefined
    },
    o: () => {
      const row = rows.at(store.cursor())
      if (row) openRow(row, store.cursor())
    },
    x: () => {
      const row = rows.at(store.cursor())
      if (row && mayWork) store.toggle(row.id)
    },
    Escape: () => {
      if (search.id) close()
      else store.clear()
    },
    r: () => mark('resolved'),
    i: () => mark('ignored'),
    u: () => mark('open'),
    z: () => marks.undoLast(),
    '/': () => document.querySelector<HTMLInputElement>('[data-list-search]')?.focus(),
  })
  usePageActions(() => {
    if (!mayWork) return []
    const [count, leak] = [selected().length, current()]
    return actionsOn(
      [
        { label: t('Resolved'), run: () => mark('resolved') },
        { label: t('Ignore'), run: () => mark('ignored') },
        { label: t('Open again'), run: () => mark('open') },
        { label: t('Copy for reset list'), run: () => copyNames(count > 0 || !leak ? selected() : [leak]) },
      ],
      count,
      leak && leakName(leak, true),
    )
  })
  const onSort = (by: LeakSort) => {
    const first = by === 'date' || by === 'added' ? 'desc' : 'asc'
    change({ sort: by, dir: sorting.by === by ? (sorting.direction === 'asc' ? 'desc' : 'asc') : first })
  }
  const shape = shapeOf(search.type)
  const byLeaked = search.dates === 'leaked'
  const columnChoice = useLeakColumnChoice(shape)
  const wanted = columnChoice.columns
  const layout = isPhone ? 'cards' : search.id && !isNarrow ? 'beside' : isTight ? 'tight' : 'full'
  const columns = useMemo(
    () => leakColumns(layout, shape, isMasked, byLeaked, wanted),
    [layout, shape, isMasked, byLeaked, wanted],
  )
  const instead =
    rows.total === undefined && rows.error ? (
      <FailedBlock what={t('The leaks')} error={rows.error} retry={rows.refetch} />
    ) : rows.total === 0 ? (
      <NoLeaks company={company} search={search} onChange={change} />
    ) : undefined

  return (
    <Page title={t('Data Leaks')} layout="fill">
      <div className={css.page}>
        <LeakCards
          company={company}
          chosen={search.type}
          // Filters of one kind seldom make sense in another.
          onChoose={(type) => change({ ...noFilters, q: search.q, sort: undefined, dir: undefined, type })}
        />
        <Inline gap={4} align="stretch" grow className={css.columns}>
          <Card kind="bare" grow below={5} className={css.main} aria-label={t('Leaks')}>
            <Stack gap={1} className={css.tools}>
              <LeakFilters company={company} search={search} onChange={change} />
              <LeakTools
                company={company}
                search={search}
                rows={rows}
                isMasked={isMasked}
                onMask={setIsMasked}
                columnChoice={isPhone ? undefined : columnChoice}
                onChange={change}
                onCopyNames={copyNames}
              />
            </Stack>
            {isList ? (
              <DataGrid
                label={t('Leaks')}
                columns={columns}
                rows={rows}
                store={store}
                idOf={({ id }) => id}
                rowHeight={isPhone ? cardPx : rowPx}
                sorting={sorting}
                onSort={onSort}
                onOpen={openRow}
                isSelectable={mayWork && !isPhone}
                instead={instead}
              />
            ) : (
              <Suspense fallback={<div className={css.wait} />}>
                <LeakGroups company={company} search={search} isMasked={isMasked} onOpen={openRow} onChange={change} />
              </Suspense>
            )}
          </Card>
          {search.id ? (
            <Suspense fallback={<div className={css.panelSpace} />}>
              <LeakPanel
                company={company}
                leakId={search.id}
                known={isList ? rows.at(index) : undefined}
                index={isList ? index : -1}
                total={rows.total ?? 0}
                onMove={moveBy}
                onClose={close}
                onMark={mayWork ? (leak, status) => void marks.markOne(leak, status) : undefined}
                onNarrow={change}
              />
            </Suspense>
          ) : null}
          {(!search.id || isNarrow) && (
            <Suspense fallback={<div className={css.sideSpace} />}>
              <LeakSide company={company} type={search.type} onNarrow={change} />
            </Suspense>
          )}
        </Inline>
      </div>
      {mayWork && (
        <Suspense fallback={null}>
          <LeakBulkBar
            company={company}
            store={store}
            rows={rows}
            selected={selected}
            marks={marks}
            asked={asked}
            isReading={isReading}
            onDecide={decide}
            onAnswer={(isMeant) => {
              setAsked(null)
              if (isMeant && asked) markSelected(asked)
            }}
            onSelectAll={() => void selectAll()}
            onCopyNames={copyNames}
          />
        </Suspense>
      )}
    </Page>
  )
}

/** Copies the user names of leaks, without passwords. */
function copyNames(leaks: readonly Leak[]): void {
  const names = resetListOf(leaks)
  if (names.length === 0) toast(t('None of them has a user name'))
  else copyText(names.join('\n'), t('Reset list ({count})', { count: exactNumber(names.length) }))
}

/** Where the open leak stands among the rows read; -1 when it is not there. */
function indexOf(
  id: string | undefined,
  rows: { at: (index: number) => Leak | undefined; total: number | undefined },
  cursor: number,
): number {
  if (!id) return -1
  if (rows.at(cursor)?.id === id) return cursor
  const total = Math.min(rows.total ?? 0, 10_000)
  for (let index = 0; index < total; index += 1) if (rows.at(index)?.id === id) return index
  return -1
}
