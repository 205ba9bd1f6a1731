import { useState, type ReactNode } from 'react'
import type { PagedRows } from '../../api/paged-rows.ts'
import { updatedText } from '../../format/time-ago.ts'
import { t } from './words.ts'
import { Button } from '../controls/button.tsx'
import { DataGrid } from './data-grid.tsx'
import type { Column, Sorting } from './columns.ts'
import { FailedBlock, StateBlock } from '../feedback/data-state.tsx'
import { FacetFilters, filterWords, type Facet } from '../filters/facet-filters.tsx'
import { createGridStore } from './grid-store.ts'
import css from './list-page.module.css'
import { actionsOn, usePageActions } from '../keys/page-actions.ts'
import { Page } from '../layout/page.tsx'
import { useShortcuts, type Shortcuts } from '../keys/shortcuts.ts'
import { Inline, Stack, Text } from '../layout/parts.tsx'
import { phone, useMedia } from '../layout/use-media.ts'
import { useNow } from '../text/use-now.ts'

/** What every such list keeps in the URL. */
interface ListSearch<Sort extends string> {
  q?: string | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: Sort | undefined
  dir?: 'asc' | 'desc' | undefined
}

interface ListPageProps<T extends { id: string }, Sort extends string, S extends ListSearch<Sort>> {
  /** The heading, and the name of the list. */
  title: string
  /** In an error: `The takedowns`. */
  what: string
  rows: PagedRows<T>
  columns: readonly Column<T, Sort>[]
  /** The height of a row, and of a card on phones. */
  heights: { row: number; card: number }
  search: S
  sorting: Sorting<Sort>
  onChange: (changes: Partial<S>) => void
  onOpen: (row: T) => void
  /** Where the command palette offers to open the row under the cursor: what the row is called. */
  nameOf?: (row: T) => string
  /** The filters; `noFilters` is what takes all of them off, `rangeWords` names the range among the filters in force. */
  filters: {
    label: string
    searchLabel: string
    rangeLabel: string
    rangeWords: string
    facets: readonly Facet[]
    noFilters: Partial<S>
    /** What also changes with a filter. */
    adapt?: (changes: Record<string, unknown>) => object
  }
  /** What is shown of the list, as tabs: gets the function that changes the search. */
  views: (change: (changes: Partial<S>) => void) => ReactNode
  /** `12 takedowns`. */
  countText: (total: number) => string
  /** Beside the count. */
  beside?: ReactNode
  /** At the end of the line of the count. */
  tools?: ReactNode
  /** When nothing matches the filters, and when there is nothing. */
  noMatch: string
  empty: ReactNode
  /** Further keys, with the row under the cursor. */
  moreKeys?: Readonly<Record<string, (row: T | undefined) => unknown>>
}

/** Words and what is due sort from the start, all else from the highest or newest. */
const startsLow: ReadonlySet<string> = new Set(['title', 'source', 'status', 'dueAt'])

/**
 * A list without marks: views, filters, count and grid; all of it lives in the URL. J and K move, Enter and O open, `/` searches.
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
  beside,
  tools,
  noMatch,
  empty,
  moreKeys,
}: ListPageProps<T, Sort, S>) {
  const [store] = useState(createGridStore)
  const now = useNow()
  const isPhone = useMedia(phone)
  const { total, totalIsCapped, isOld, readAt, error, refetch } = rows
  const { label, searchLabel, rangeLabel, rangeWords, facets, noFilters, adapt } = filters

  const change = (changes: Partial<S>) => {
    store.reset()
    onChange(changes)
  }
  const onSort = (by: Sort) => {
    const first = startsLow.has(by) ? 'asc' : 'desc'
    const dir = sorting.by === by ? (sorting.direction === 'asc' ? 'desc' : 'asc') : first
    change({ sort: by, dir } as Partial<S>)
  }
  const current = () => rows.at(store.cursor())
  const openCurrent = () => {
    const row = current()
    if (row) onOpen(row)
  }
  const moveBy = (steps: number) => {
    const last = (total ?? 0) - 1
    if (last >= 0) store.moveTo(Math.max(0, Math.min(last, store.cursor() + steps)))
  }
  const others: Shortcuts = Object.fromEntries(
    Object.entries(moreKeys ?? {}).map(([key, run]) => [key, () => void run(current())] as const),
  )
  useShortcuts({
    j: () => moveBy(1),
    ArrowDown: () => moveBy(1),
    k: () => moveBy(-1),
    ArrowUp: () => moveBy(-1),
    Enter: openCurrent,
    o: openCurrent,
    '/': () => document.querySelector<HTMLInputElement>('[data-list-search]')?.focus(),
    ...others,
  })
  usePageActions(() => {
    const row = current()
    return nameOf ? actionsOn([{ label: t('open'), run: openCurrent }], 0, row && nameOf(row)) : []
  })

  const words = filterWords(search, facets, rangeWords)
  const none =
    words.length > 0 ? (
      <StateBlock title={noMatch} action={<Button onClick={() => change(noFilters)}>{t('clearFilters')}</Button>}>
        {t('filteredByFilters', { filters: words.join('; ') })}
      </StateBlock>
    ) : (
      empty
    )
  const failed = total === undefined && error ? <FailedBlock what={what} error={error} retry={refetch} /> : undefined
  return (
    <Page title={title} layout="fill">
      <Stack gap={2} className={css.tools}>
        <Inline gap={3} align="stretch" className={css.views}>
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
        <Inline as="p" gap={4} tone="quiet" className={css.count}>
          <output className="num">
            {total === undefined || isOld ? null : countText(total)}
            {totalIsCapped ? '+' : null}
          </output>
          <span className={`${css.wide} wide-only`}>{readAt > 0 ? updatedText(readAt, now) : null}</span>
          {beside}
          <Text grow />
          {tools}
        </Inline>
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
        instead={failed ?? (total === 0 ? none : undefined)}
      />
    </Page>
  )
}
