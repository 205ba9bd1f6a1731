import { can } from '@signet/contract/access/permissions'
import { useQueryClient, type Query } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Suspense, useCallback, useDeferredValue, useMemo, useState, type ComponentProps } from 'react'
import { late } from '../../../api/late.ts'
import { lazy } from '../../../api/lazy.ts'
import { useCompany } from '../../../session/company.ts'
import { usePortalSetting } from '../../../session/portal-settings.ts'
import { useUser } from '../../../session/use-session.ts'
import { DataGrid } from '../../../ui/grid/data-grid.tsx'
import { inSentence } from '../../../format/names/in-sentence.ts'
import { FailedBlock } from '../../../ui/feedback/data-state.tsx'
import { createGridStore } from '../../../ui/grid/columns/grid-store.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { Box, Inline } from '../../../ui/layout/parts.tsx'
import { narrow, phone, useMedia } from '../../../ui/layout/use-media.ts'
import { ThreatCountLine } from './count-line.tsx'
import { ListContext } from './list-context.ts'
import { useRecords, type AnyThreat } from '../records.ts'
import { SourceRail } from './filters/source-rail.tsx'
import { columnsFor, rowHeights, blankColumns } from './columns/threat-columns.tsx'
import { ThreatFilters } from './filters/threat-filters.tsx'
import type { ThreatSearch } from '../threat-search.ts'
import { sourceOfSlug, type ListSource } from '../threat-source.ts'
import { filterOnWire, sortingOf } from '../threats.api.ts'
import { useColumnChoice, useColumns } from './columns/use-columns.ts'
import { useDesk } from '../decide/use-desk.ts'
import { useListSearch } from './filters/use-list-search.ts'
import { useListExport } from './export/use-list-export.ts'
import { useThreatKeys } from './use-threat-keys.ts'
import { useThreatList } from '../use-threat-list.ts'
import { useView } from '../views/use-view.ts'
import { openViews } from '../views/view-pill.tsx'
import { sortedBy } from '../../../ui/grid/columns/columns.ts'

const DecisionDesk = late(() =>
  import('../decide/decision-desk.tsx').then(({ DecisionDesk: desk }) => ({ default: desk })),
)
const NothingHere = lazy(() => import('./nothing-here.tsx').then(({ NothingHere: block }) => ({ default: block })))
const DayStrip = late(() => import('./filters/day-strip.tsx').then(({ DayStrip: strip }) => ({ default: strip })))
const ThreatPanel = lazy(() =>
  import('../record/threat-panel.tsx').then(({ ThreatPanel: panel }) => ({ default: panel })),
)

type SortField = ReturnType<typeof sortingOf>['by']
const hasFailed = ({ state }: Pick<Query, 'state'>) => state.status === 'error'
const textFields = new Set<SortField>(['title', 'threatType', 'source', 'status'])

/** The list of one source of a kind, of all its sources, or of the caller's bookmarks. */
export function RecordList() {
  const { source: slug = '' } = useParams({ strict: false })
  const { name, words } = useRecords()
  const company = useCompany()
  const source = sourceOfSlug(slug)
  if (source === null || (source === 'Extension' && name === 'threats'))
    return (
      <Page title={words.title()}>
        <Suspense fallback={null}>
          <NothingHere unknown={slug} />
        </Suspense>
      </Page>
    )
  // Another source or company is another list: nothing of the old one's cursor or selection means anything.
  return <SourceList key={`${company} ${source}`} source={source} />
}

function SourceList({ source }: { source: ListSource }) {
  const company = useCompany()
  const { role } = useUser()
  const client = useQueryClient()
  const { words } = useRecords()
  const [store] = useState(createGridStore)
  const { search, change, showOpen } = useListSearch(store)
  const [density, setDensity] = usePortalSetting('density')
  const isPhone = useMedia(phone)
  const isNarrow = useMedia(narrow)

  const fillView = useCallback((next: ThreatSearch) => change(next, true), [change])
  const view = useView(search, fillView)
  const choice = useColumnChoice(source, view)
  const chosen = useColumns(source, choice.columns)
  const list = useThreatList(source, search, store, showOpen)
  const blank = choice.columns
    ? ''
    : blankColumns(chosen, list.rows.loaded)
        .map(({ key }) => key)
        .join()
  const wanted = useMemo(() => chosen.filter(({ key }) => !blank.split(',').includes(key)), [chosen, blank])
  const { rows, similar, open, openRow, moveBy, close } = list
  const mayDecide = can(role, 'threats:decide')
  const mayBookmark = can(role, 'threats:bookmark')
  const { deskRef, askDesk } = useDesk()
  const bookmark = mayBookmark ? (threat: AnyThreat) => askDesk((desk) => desk.bookmark(threat)) : undefined
  const exportRows = useListExport(source, search, rows, density, wanted)
  useThreatKeys({
    store,
    list,
    decide: mayDecide ? (decision) => askDesk((desk) => desk.decide(decision)) : undefined,
    bookmark,
    undo: () => askDesk((desk) => desk.undo()),
    views: openViews,
    exportRows,
  })

  const { opened, toggle } = similar
  const known = useMemo(() => ({ opened, toggle, found: search.q }), [opened, toggle, search.q])
  const sorting = sortingOf(search)
  // The row is marked first; the panel and the narrower columns follow when that has been painted.
  const shown = useDeferredValue(open)
  const hasPanel = shown !== null && !isNarrow
  const layout = isPhone ? 'cards' : hasPanel ? 'withPanel' : 'full'
  const columns = useMemo(() => columnsFor(layout, density, wanted), [layout, density, wanted])
  const onSort = (by: SortField) => change(sortedBy(by, sorting, textFields.has(by) ? 'asc' : 'desc'))
  const retry = () => {
    rows.refetch()
    // The counts, which most likely failed for the same reason.
    void client.refetchQueries({ type: 'active', predicate: hasFailed }, { cancelRefetch: false })
  }
  const instead =
    rows.total === undefined && rows.error ? (
      <FailedBlock what={inSentence(words.title())} error={rows.error} retry={retry} />
    ) : rows.total === 0 ? (
      <Suspense fallback={<span />}>
        <NothingHere source={source} search={search} onChange={change} />
      </Suspense>
    ) : undefined

  return (
    <Page title={words.title()} layout="fill">
      <SourceRail source={source} search={search} />
      <Tools
        source={source}
        search={search}
        rows={rows}
        view={view}
        density={density}
        onDensity={() => setDensity(density === 'compact' ? 'comfortable' : 'compact')}
        columns={choice}
        onExport={exportRows}
        onChange={change}
      />
      <Inline gap={0} align="stretch" grow className="panels">
        <ListContext value={known}>
          <DataGrid
            label={words.title()}
            columns={columns}
            rows={rows}
            store={store}
            idOf={({ id }) => id}
            rowHeight={isPhone ? rowHeights.cards : rowHeights[density]}
            sorting={sorting}
            onSort={onSort}
            onOpen={openRow}
            isSelectable={mayDecide}
            treeOf={similar.treeOf}
            instead={instead}
          />
        </ListContext>
        {shown && (
          <Suspense fallback={<div className="panel-space" />}>
            <ThreatPanel
              open={shown}
              page={source}
              rows={rows}
              store={store}
              similar={similar}
              onMove={moveBy}
              onClose={close}
              onDecide={
                mayDecide ? (threat, decision) => askDesk((desk) => desk.decideOne(threat, decision)) : undefined
              }
              onDecideGroup={
                mayDecide ? (group, decision) => askDesk((desk) => desk.decideGroup(group, decision)) : undefined
              }
              onBookmark={bookmark}
            />
          </Suspense>
        )}
      </Inline>
      {(mayDecide || mayBookmark) && rows.total !== undefined && (
        <Suspense fallback={null}>
          <DecisionDesk
            ref={deskRef}
            store={store}
            rows={rows}
            similar={similar}
            moveBy={moveBy}
            filter={() => filterOnWire(company, source, search)}
            mayDecide={mayDecide}
          />
        </Suspense>
      )}
    </Page>
  )
}

/** The filters, the counts per day, and the line with the number of threats. */
function Tools({ view, ...line }: ComponentProps<typeof ThreatCountLine> & ComponentProps<typeof ThreatFilters>) {
  const { source, search, rows, onChange } = line
  return (
    <div className="list-tools">
      <ThreatFilters source={source} search={search} view={view} onChange={onChange} />
      {/* There are no counts per day for bookmarks, and none to show for an empty list. */}
      {source !== 'Bookmarks' && rows.total !== 0 && (
        <Box least={84} above={2} className="wide-only">
          <Suspense fallback={null}>
            <DayStrip source={source} search={search} onChange={onChange} />
          </Suspense>
        </Box>
      )}
      <ThreatCountLine {...line} />
    </div>
  )
}
