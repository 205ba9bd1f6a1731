import type { ReactNode } from 'react'
import type { PagedRows } from '../../api/paged-rows.ts'
import type { GridStore } from './grid-store.ts'

export interface Column<T, Sort extends string = string> {
  key: string
  label: string
  /** A track of the grid, e.g. `110px` or `minmax(240px, 1fr)`. */
  track: string
  /** Set when the header sorts. */
  sort?: Sort
  /** What stands beneath in the cell, when the header sorts by that as well. */
  also?: { label: string; sort: Sort }
  render: (row: T) => ReactNode
}

export interface Sorting<Sort extends string = string> {
  by: Sort
  direction: 'asc' | 'desc'
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
