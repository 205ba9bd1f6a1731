import type { Option } from '@signet/contract/wire'
import { queryOptions } from '@tanstack/react-query'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { PagedRows } from '../api/paged-rows.ts'
import { searchWith } from '../url/page-search.ts'
import { Button, IconButton } from '../ui/controls/button.tsx'
import { PagesNav } from '../ui/controls/pages-nav.tsx'
import { FailedBlock, StateBlock } from '../ui/feedback/data-state.tsx'
import { DetailPanel } from '../ui/feedback/detail-panel.tsx'
import { FacetFilters, type Facet } from '../ui/filters/facet-filters.tsx'
import { FacetMenu } from '../ui/filters/facet-menu.tsx'
import { RangeMenu } from '../ui/filters/range-menu.tsx'
import { RangePicker } from '../ui/filters/range-picker.tsx'
import type { Column } from '../ui/grid/columns/columns.ts'
import { ColumnsMenu } from '../ui/grid/columns/columns-menu.tsx'
import { createGridStore } from '../ui/grid/columns/grid-store.ts'
import { DataGrid } from '../ui/grid/data-grid.tsx'
import { ListPage } from '../ui/grid/list-page.tsx'
import { CountLine, NoRows } from '../ui/grid/list-state.tsx'
import { NewRows } from '../ui/grid/new-rows.tsx'
import { Pager } from '../ui/grid/pager.tsx'
import { SortButton } from '../ui/grid/sort-button.tsx'
import { CountLink } from '../ui/layout/count-link.tsx'
import { Card, Columns, Inline, Stack } from '../ui/layout/parts.tsx'
import { PartBlock } from './part-block.tsx'
import css from './showcase.module.css'

interface Row {
  id: string
  title: string
  count: number
}
type Sort = 'title' | 'count'

const nothing = () => {}
const all: Row[] = Array.from({ length: 8 }, (_, index) => ({
  id: String(index),
  title: `meridian-login-${index}.example`,
  count: 120 - index,
}))
const rowsOf = (loaded: readonly Row[], changes: Partial<PagedRows<Row>> = {}): PagedRows<Row> => ({
  total: loaded.length,
  totalIsCapped: false,
  matching: loaded.length,
  at: (index) => loaded[index],
  loaded,
  show: nothing,
  error: null,
  isOld: false,
  readAt: Date.UTC(2026, 10, 20),
  refetch: nothing,
  ...changes,
})
const columns: Column<Row, Sort>[] = [
  { key: 'title', label: 'Title', sort: 'title', track: 'minmax(140px, 1fr)', render: ({ title }) => title },
  { key: 'count', label: 'Seen', sort: 'count', track: '90px', render: ({ count }) => count },
  { key: 'source', label: 'Source', track: '90px', render: () => 'Domain' },
]
const sorting = { by: 'count', direction: 'desc' } as const
const heights = { row: 44, card: 64 }
const options: Option[] = ['Domain', 'URL', 'Paste'].map((value, index) => ({ value, label: value, count: 90 - index }))
const many = Array.from({ length: 20 }, (_, index) => ({ value: `source-${index}`, label: `Source ${index}` }))
const facetOf = (key: string, chosen?: string[], isMore = false): Facet => ({
  key,
  label: key,
  chosen,
  wordOf: (value) => value,
  options: queryOptions({ queryKey: ['showcase', key], queryFn: () => Promise.resolve(options) }),
  isMore,
})
const facets = [
  facetOf('Source', ['Domain']),
  facetOf('Status'),
  facetOf('Owner', [], true),
  facetOf('Brand', [], true),
]
const failedQuery = { data: undefined, error: new Error('unreachable'), refetch: nothing }

function createStores() {
  const stores = [createGridStore(), createGridStore(), createGridStore(), createGridStore()] as const
  stores[0].moveTo(1)
  stores[0].select(['2', '3'])
  return stores
}

/** Lists with their filters, menus and panels. */
export function Lists() {
  const [stores] = useState(createStores)
  const [shownColumns, setShownColumns] = useState<{ key: string; width?: number | undefined }[]>()
  const grid = { columns, idOf: ({ id }: Row) => id, rowHeight: heights.row, sorting, onSort: nothing, onOpen: nothing }
  return (
    <>
      <PartBlock title="A page with a list">
        <div className={css.screen}>
          <ListPage
            title="Takedowns"
            what="The takedowns"
            rows={rowsOf(all)}
            columns={columns}
            heights={heights}
            search={{}}
            sorting={sorting}
            onChange={nothing}
            onOpen={nothing}
            filters={{
              label: 'Filter takedowns',
              searchLabel: 'Search takedowns',
              rangeLabel: 'Requested',
              rangeWords: 'Requested: any time',
              facets,
              noFilters: {},
            }}
            views={() => <CountLink label="All" count={8} search={searchWith({})} isCurrent />}
            countText={(total) => `${total} takedowns`}
            tools={<Button>Export</Button>}
            noMatch="No takedown matches"
            empty={null}
          />
        </div>
      </PartBlock>
      <PartBlock title="Lists in their states">
        <Columns>
          <div className={css.screen}>
            <DataGrid {...grid} label="Selected" rows={rowsOf(all)} store={stores[0]} isSelectable />
          </div>
          <div className={css.screen}>
            <DataGrid
              {...grid}
              label="Loading"
              rows={rowsOf([], { total: undefined, matching: undefined })}
              store={stores[1]}
            />
          </div>
          <div className={css.screen}>
            <DataGrid
              {...grid}
              label="A tree"
              rows={rowsOf(all)}
              store={stores[2]}
              treeOf={({ id }) => ({ level: id === '0' ? 1 : 2, isOpen: id === '0' ? true : undefined })}
            />
          </div>
          <div className={css.screen}>
            <DataGrid
              {...grid}
              label="Failed"
              rows={rowsOf([], { error: failedQuery.error })}
              store={stores[3]}
              instead={<FailedBlock what="the list" error={failedQuery.error} retry={nothing} />}
            />
          </div>
        </Columns>
        <Columns>
          <Card>
            <NoRows words={['Source: Domain']} noMatch="No takedown matches" empty={null} onClear={nothing} />
          </Card>
          <Card>
            <NoRows
              words={[]}
              noMatch="No takedown matches"
              empty={<StateBlock title="No takedowns yet">Takedowns appear here.</StateBlock>}
              onClear={nothing}
            />
          </Card>
        </Columns>
        <Card>
          <CountLine
            rows={rowsOf(all, { totalIsCapped: true })}
            countText={(total) => `${total} takedowns`}
            aside={<span>3 overdue</span>}
            tools={<Button>Columns</Button>}
          />
        </Card>
        <Card>
          <NewRows count={3} isInline onShow={nothing} />
          <NewRows count={12} onShow={nothing} />
          <Stack above={6}>The rows below an offer</Stack>
        </Card>
        <Inline wrap gap={4}>
          <SortButton label="Not sorted" direction={undefined} onClick={nothing} />
          <SortButton label="Lowest first" direction="asc" onClick={nothing} />
          <SortButton label="Highest first" direction="desc" onClick={nothing} />
          <CountLink label="Not current" count={1133} search={searchWith({ part: 'other' })} isCurrent={false} />
        </Inline>
        <Pager pageNumber={1} pages={3} onPage={nothing} />
        <PagesNav label="Pages, newest first" pageNumber={2} limit={10} total={40} onChange={nothing} />
        <PagesNav label="Pages, sorted" order="sorted" pageNumber={4} limit={10} total={40} onChange={nothing} />
      </PartBlock>
      <PartBlock title="Panel of a record">
        <div className={css.screen}>
          <DetailPanel
            label="The second of twelve"
            index={1}
            total={12}
            onMove={nothing}
            onClose={nothing}
            actions={
              <IconButton label="Delete">
                <IconTrash size={18} stroke={1.7} aria-hidden="true" />
              </IconButton>
            }
          >
            <StateBlock title="What the panel holds" />
          </DetailPanel>
        </div>
        <div className={css.screen}>
          <DetailPanel label="Not among the rows" index={-1} total={12} onMove={nothing} onClose={nothing}>
            <StateBlock title="A record that is not in the list" />
          </DetailPanel>
        </div>
      </PartBlock>
      <PartBlock title="Filters and their menus">
        <FacetFilters
          label="Filter threats"
          searchLabel="Search threats"
          rangeLabel="Found"
          search={{ q: 'meridian', from: '2026-11-01' }}
          facets={facets}
          onChange={nothing}
          onClear={nothing}
        />
        <Inline wrap>
          <RangePicker label="Any time" range={{}} onChange={nothing} />
          <RangePicker label="Set" range={{ from: '2026-11-01', to: '2026-11-20' }} onChange={nothing} />
        </Inline>
        <Columns>
          <Card kind="inset" as="div">
            <FacetMenu label="A few values" options={options} chosen={['URL']} onChange={nothing} />
          </Card>
          <Card kind="inset" as="div">
            <FacetMenu label="Many values" options={many} chosen={['source-7']} onChange={nothing} />
          </Card>
          <Card kind="inset" as="div">
            <FacetMenu label="No values" options={[]} chosen={[]} onChange={nothing} />
          </Card>
          <Card kind="inset" as="div">
            <FacetMenu label="Values that load" options={undefined} chosen={[]} onChange={nothing} />
          </Card>
          <Card kind="inset" as="div">
            <FacetMenu
              label="Values that failed"
              options={undefined}
              query={failedQuery}
              chosen={[]}
              onChange={nothing}
            />
          </Card>
          <Card kind="inset" as="div">
            <RangeMenu range={{ from: '2026-11-20', to: '2026-11-01' }} onChange={nothing} />
          </Card>
          <Card kind="inset" as="div">
            <ColumnsMenu
              shipped={columns}
              more={[{ key: 'owner', label: 'Owner' }]}
              nameKey="title"
              choice={shownColumns ?? [{ key: 'title', width: 240 }, { key: 'count' }]}
              onChange={setShownColumns}
            />
          </Card>
        </Columns>
      </PartBlock>
    </>
  )
}
