import { can } from '@signet/contract/permissions'
import { Link, useParams, useSearch, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { useCompany } from '../../session/company.ts'
import { useUser } from '../../session/use-session.ts'
import { DataGrid } from '../../ui/data-grid.tsx'
import { FailedBlock, StateBlock } from '../../ui/data-state.tsx'
import { createGridStore } from '../../ui/grid-store.ts'
import { Page } from '../../ui/page.tsx'
import { narrow, phone, useMedia } from '../../ui/use-media.ts'
import { CountLine } from './count-line.tsx'
import type { Desk } from './decision-desk.tsx'
import { SourceRail } from './source-rail.tsx'
import { columnsFor, rowHeights } from './threat-columns.tsx'
import { ThreatFilters } from './threat-filters.tsx'
import type { ThreatSearch } from './threat-search.ts'
import { sourceOfSlug, type ListSource } from './threat-source.ts'
import { filterOnWire, sortingOf } from './threats.api.ts'
import css from './threats-page.module.css'
import { useDensity } from './use-density.ts'
import { useThreatKeys } from './use-threat-keys.ts'
import { useThreatList } from './use-threat-list.ts'

const DecisionDesk = lazy(() => import('./decision-desk.tsx').then(({ DecisionDesk: desk }) => ({ default: desk })))
const NothingHere = lazy(() => import('./nothing-here.tsx').then(({ NothingHere: block }) => ({ default: block })))
const DayStrip = lazy(() => import('./day-strip.tsx').then(({ DayStrip: strip }) => ({ default: strip })))
const ThreatPanel = lazy(() => import('./threat-panel.tsx').then(({ ThreatPanel: panel }) => ({ default: panel })))
const ShortcutSheet = lazy(() =>
  import('./shortcut-sheet.tsx').then(({ ShortcutSheet: sheet }) => ({ default: sheet })),
)

/** The list of one source, of all, or of the caller's bookmarks: which of these are real, and what to do with each. */
export function ThreatsPage() {
  const { source: slug } = useParams({ from: '/threats/$source' })
  const company = useCompany()
  const source = sourceOfSlug(slug)
  if (source === null) {
    return (
      <Page title="Threats">
        <StateBlock
          title="There is no source of this name"
          action={
            <Link to="/threats/$source" params={{ source: 'All' }}>
              Show all sources
            </Link>
          }
        >
          {slug}
        </StateBlock>
      </Page>
    )
  }
  // Another source or company is another list: nothing of the old one's cursor or selection means anything.
  return <ThreatList key={`${company} ${source}`} source={source} />
}

function ThreatList({ source }: { source: ListSource }) {
  const company = useCompany()
  const { role } = useUser()
  const search = useSearch({ from: '/threats/$source' })
  const navigate = useNavigate({ from: '/threats/$source' })
  const [store] = useState(createGridStore)
  const [density, toggleDensity] = useDensity()
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const isPhone = useMedia(phone)
  const isNarrow = useMedia(narrow)

  const change = useCallback(
    (changes: Partial<ThreatSearch>, replace = false) => {
      store.reset()
      void navigate({ search: (old) => ({ ...old, id: undefined, ...changes }), replace })
    },
    [navigate, store],
  )
  const { rows, open, openRow, moveBy, close } = useThreatList(source, search, store, (id, isNew) => {
    void navigate({ search: (old) => ({ ...old, id }), replace: !isNew })
  })
  const mayTriage = can(role, 'threats:triage')
  const mayBookmark = can(role, 'threats:bookmark')
  const desk = useRef<Desk>(null)
  const current = () => rows.at(store.cursor())

  useThreatKeys({
    store,
    rows,
    moveBy,
    close: () => (open ? close() : store.clear()),
    open: () => {
      const row = current()
      if (row) openRow(row, store.cursor())
    },
    decide: mayTriage ? (action) => desk.current?.decide(action) : undefined,
    bookmark: mayBookmark
      ? () => {
          const row = current()
          if (row) desk.current?.bookmark(row)
        }
      : undefined,
    undo: () => desk.current?.undo(),
    showKeys: () => setIsSheetOpen(true),
  })

  const sorting = sortingOf(search)
  const isPanelBeside = open !== null && !isNarrow
  const layout = isPhone ? 'cards' : isPanelBeside ? 'beside' : 'full'
  const columns = useMemo(() => columnsFor(layout, density, source), [layout, density, source])
  const onSort = (by: typeof sorting.by) => {
    const isText = by === 'title' || by === 'threatType' || by === 'source' || by === 'status'
    const first = isText ? 'asc' : 'desc'
    const direction = sorting.by === by ? (sorting.direction === 'asc' ? 'desc' : 'asc') : first
    change({ sort: by, dir: direction })
  }
  const instead =
    rows.total === undefined && rows.error ? (
      <FailedBlock what="The threats" error={rows.error} retry={rows.refetch} />
    ) : rows.total === 0 ? (
      <Suspense fallback={<span />}>
        <NothingHere source={source} search={search} onChange={change} />
      </Suspense>
    ) : undefined

  return (
    <Page title="Threats" layout="fill">
      <SourceRail source={source} />
      <div className={css.tools}>
        <ThreatFilters source={source} search={search} onChange={change} />
        <div className={css.strip}>
          <Suspense fallback={null}>
            <DayStrip source={source} search={search} onChange={change} />
          </Suspense>
        </div>
        <CountLine
          source={source}
          search={search}
          rows={rows}
          density={density}
          onDensity={toggleDensity}
          onChange={change}
          onShowKeys={() => setIsSheetOpen(true)}
        />
      </div>
      <div className={css.list}>
        <DataGrid
          label="Threats"
          columns={columns}
          rows={rows}
          store={store}
          idOf={({ id }) => id}
          rowHeight={isPhone ? rowHeights.cards : rowHeights[density]}
          sorting={sorting}
          onSort={onSort}
          onOpen={openRow}
          isSelectable={mayTriage}
          instead={instead}
        />
        {open && (
          <Suspense fallback={<div className={css.panelSpace} />}>
            <ThreatPanel
              open={open}
              page={source}
              rows={rows}
              store={store}
              onMove={moveBy}
              onClose={close}
              onMark={mayTriage ? (threat, action) => desk.current?.decideOne(threat, action) : undefined}
              onBookmark={mayBookmark ? (threat) => desk.current?.bookmark(threat) : undefined}
            />
          </Suspense>
        )}
      </div>
      {(mayTriage || mayBookmark) && rows.total !== undefined && (
        <Suspense fallback={null}>
          <DecisionDesk
            ref={desk}
            store={store}
            rows={rows}
            moveBy={moveBy}
            filter={() => filterOnWire(company, source, search)}
            mayTriage={mayTriage}
          />
        </Suspense>
      )}
      {isSheetOpen && (
        <Suspense fallback={null}>
          <ShortcutSheet mayTriage={mayTriage} mayBookmark={mayBookmark} onClose={() => setIsSheetOpen(false)} />
        </Suspense>
      )}
    </Page>
  )
}
