import { useState } from 'react'
import { DataGrid } from './data-grid.tsx'
import { sortedBy, type ListPageProps, type ListSearch } from './columns/columns.ts'
import { FailedBlock } from '../feedback/data-state.tsx'
import { FacetFilters, filterWords } from '../filters/facet-filters.tsx'
import { createGridStore } from './columns/grid-store.ts'
import { actionsOn, usePageActions } from '../keys/page-actions.ts'
import { Page } from '../layout/page.tsx'
import { Inline, Stack } from '../layout/parts.tsx'
import { phone, useMedia } from '../layout/use-media.ts'
import { useListKeys } from './keys/use-list-keys.ts'
import { CountLine, NoRows } from './list-state.tsx'
import css from './list-page.module.css'
import { t } from './words.ts'

/** Columns that sort in ascending order first: texts and due dates. All others start with the highest or newest value. */
const startsLow: ReadonlySet<string> = new Set(['title', 'source', 'status', 'dueAt'])

/**
 * A list: views, filters, count and grid, all stored in the URL. J and K move, Enter and O open, `/` searches, and X selects if something
 * can be done with several rows.
 */
export function ListPage<T extends { id: string }, Sort extends string, S extends ListSearch<Sort>>({
  title,
  what,
  rows,
  columns,
  heights,
  search,
  sorting,
  onChange,
  onOpen,
  nameOf,
  filters,
  views,
  countText,
  aside,
  tools,
  bulk,
  noMatch,
  empty,
  moreKeys,
}: ListPageProps<T, Sort, S>) {
  const [store] = useState(createGridStore)
  const isPhone = useMedia(phone)
  const { total, error, refetch } = rows
  const { label, searchLabel, rangeLabel, rangeWords, facets, noFilters, adapt } = filters

  const change = (changes: Partial<S> | ListSearch<Sort>) => {
    store.reset()
    onChange(changes)
  }
  const onSort = (by: Sort) => change(sortedBy(by, sorting, startsLow.has(by) ? 'asc' : 'desc'))
  const toggle = () => {
    const row = rows.at(store.cursor())
    if (row !== undefined) store.toggle(row.id)
  }
  const { current, openCurrent } = useListKeys({
    rows,
    store,
    onOpen,
    more: {
      ...(bulk ? { x: toggle } : {}),
      ...Object.fromEntries(
        Object.entries(moreKeys ?? {}).map(([key, run]) => [key, () => void run(rows.at(store.cursor()))] as const),
      ),
    },
  })
  usePageActions(() => {
    const row = current()
    return nameOf ? actionsOn([{ label: t('open'), run: openCurrent }], 0, row && nameOf(row)) : []
  })

  return (
    <Page title={title} layout="fill">
      <Stack gap={2} className="list-tools">
        <Inline gap={3} align="stretch" className={`${css.views} strip`}>
          {views(change)}
        </Inline>
        <FacetFilters
          label={label}
          searchLabel={searchLabel}
          rangeLabel={rangeLabel}
          search={search}
          facets={facets}
          onChange={(changes) => change(adapt ? adapt(changes) : changes)}
          onClear={() => change(noFilters)}
        />
        <CountLine rows={rows} countText={countText} aside={aside} tools={tools} />
      </Stack>
      <DataGrid
        label={title}
        columns={columns}
        rows={rows}
        store={store}
        idOf={({ id }) => id}
        rowHeight={isPhone ? heights.card : heights.row}
        sorting={sorting}
        onSort={onSort}
        onOpen={onOpen}
        isSelectable={bulk !== undefined}
        instead={
          total === undefined && error ? (
            <FailedBlock what={what} error={error} retry={refetch} />
          ) : total === 0 ? (
            <NoRows
              words={filterWords(search, facets, rangeWords)}
              noMatch={noMatch}
              empty={empty}
              onClear={() => change(noFilters)}
            />
          ) : undefined
        }
      />
      {bulk?.(store)}
    </Page>
  )
}
