import type { ReactNode } from 'react'
import type { PagedRows } from '../../api/paged-rows.ts'
import type { GridStore } from './grid-store.ts'
import type { Facet } from '../filters/facet-filters.tsx'

export interface Column<T, Sort extends string = string> {
  key: string
  label: string
  /** A track of the grid, e.g. `110px` or `minmax(240px, 1fr)`. */
  track: string
  /** Set when the header sorts. */
  sort?: Sort
  /** The second line of the cell, when the header sorts by that as well. */
  also?: { label: string; sort: Sort }
  render: (row: T) => ReactNode
}

export interface Sorting<Sort extends string = string> {
  by: Sort
  direction: 'asc' | 'desc'
}

/**
 * The sorting after a click on a header, as a search keeps it.
 *
 * @param first the direction of a column that did not sort before
 */
export function sortedBy<S extends string>(by: S, sorting: Sorting<S>, first: Sorting['direction']) {
  const dir: Sorting['direction'] = sorting.by !== by ? first : sorting.direction === 'asc' ? 'desc' : 'asc'
  return { sort: by, dir }
}

export interface DataGridProps<T, Sort extends string> {
  /** The name of the list for screen readers, e.g. `Threats`. */
  label: string
  columns: readonly Column<T, Sort>[]
  rows: PagedRows<T>
  store: GridStore
  idOf: (row: T) => string
  rowHeight: number
  sorting: Sorting<Sort>
  onSort: (by: Sort) => void
  onOpen: (row: T, index: number) => void
  /** Without it there are no checkboxes. */
  isSelectable?: boolean
  /** Where rows can be opened: the level of one, from 1, and whether it is open; undefined when there is nothing to open. */
  treeOf?: ((row: T) => { level: number; isOpen: boolean | undefined }) | undefined
  /** In place of the rows when there are none, or when they could not be read. */
  instead?: ReactNode
}

/** What every such list keeps in the URL. */
export interface ListSearch<Sort extends string> {
  q?: string | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: Sort | undefined
  dir?: 'asc' | 'desc' | undefined
}

export interface ListPageProps<T extends { id: string }, Sort extends string, S extends ListSearch<Sort>> {
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
