import type { ReactNode } from 'react'
import type { SortDirection } from '@signet/contract/wire'
import type { PagedRows } from '../../../api/paged-rows.ts'
import type { GridStore } from './grid-store.ts'
import type { Facet } from '../../filters/facet-filters.tsx'

export interface Column<T, Sort extends string = string> {
  key: string
  label: string
  /** The track size in the CSS grid, e.g. `110px` or `minmax(240px, 1fr)`. */
  track: string
  /** The sort field; set when the header sorts. */
  sort?: Sort
  /** The second line of the cell, if the header can also sort by it. */
  also?: { label: string; sort: Sort }
  /** For figures at the end of their cell, which the header stands above. */
  isAtEnd?: boolean
  render: (row: T) => ReactNode
}

export interface Sorting<Sort extends string = string> {
  by: Sort
  direction: SortDirection
}

/**
 * The sorting after a click on a header, in the form of the URL state.
 *
 * @param first the initial direction of a column
 */
export function sortedBy<S extends string>(by: S, sorting: Sorting<S>, first: Sorting['direction']) {
  const dir: Sorting['direction'] = sorting.by !== by ? first : sorting.direction === 'asc' ? 'desc' : 'asc'
  return { sort: by, dir }
}

export interface DataGridProps<T, Sort extends string> {
  /** The accessible name of the list, e.g. `Threats`. */
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
  /** Whether a row has a checkbox and can be selected; without it every row. */
  maySelect?: ((row: T) => boolean) | undefined
  /** For lists whose rows can be expanded: the level of a row, from 1, and whether it is expanded; undefined if it can't be. */
  treeOf?: ((row: T) => { level: number; isOpen: boolean | undefined }) | undefined
  /** Shown instead of the rows if there are none or they couldn't be loaded. */
  instead?: ReactNode
}

/** The URL state that all such lists share. */
export interface ListSearch<Sort extends string> {
  q?: string | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: Sort | undefined
  dir?: SortDirection | undefined
}

export interface ListPageProps<T extends { id: string }, Sort extends string, S extends ListSearch<Sort>> {
  /** The heading, which is also the accessible name of the list. */
  title: string
  /** The name in error messages: `The takedowns`. */
  what: string
  rows: PagedRows<T>
  columns: readonly Column<T, Sort>[]
  /** The height of a row, and of a card on phones, in pixels. */
  heights: { row: number; card: number }
  search: S
  sorting: Sorting<Sort>
  onChange: (changes: Partial<S> | ListSearch<Sort>) => void
  onOpen: (row: T) => void
  /** The name of a row, if the command palette offers to open the row under the cursor. */
  nameOf?: (row: T) => string
  /** The filters. `noFilters` clears all of them, `rangeWords` names the range among the current filters. */
  filters: {
    label: string
    searchLabel: string
    rangeLabel: string
    rangeWords: string
    facets: readonly Facet[]
    noFilters: Partial<S>
    /** Additional changes when a filter changes. */
    adapt?: (changes: Record<string, unknown>) => object
  }
  /** The tabs of the list. Receives the function that changes the URL state. */
  views: (change: (changes: Partial<S>) => void) => ReactNode
  /** The count as text: `12 takedowns`. */
  countText: (total: number) => string
  /** Content next to the count. */
  aside?: ReactNode
  /** Content at the end of the line with the count. */
  tools?: ReactNode
  /** What can be done with the selected rows; without it there are no checkboxes. */
  bulk?: ((store: GridStore) => ReactNode) | undefined
  /** The text when nothing matches the filters. `empty` is for a list without any records. */
  noMatch: string
  empty: ReactNode
  /** Additional shortcuts, called with the row under the cursor. */
  moreKeys?: Readonly<Record<string, (row: T | undefined) => unknown>>
}
