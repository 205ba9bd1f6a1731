import type { Leak } from '@signet/contract/leaks/leaks'
import { useState } from 'react'
import { usePagedRows, type PagedRows } from '../../../api/paged-rows.ts'
import { createGridStore, type GridStore } from '../../../ui/grid/columns/grid-store.ts'
import { usePageSearch } from '../../../url/page-search.ts'
import { validateLeakSearch, type LeakSearch, type LeakSort } from './leak-search.ts'
import { leakPageQuery, sortingOf } from '../leaks.api.ts'
import { sortedBy } from '../../../ui/grid/columns/columns.ts'

export interface LeakList {
  search: LeakSearch
  /** Changes the query of the list; closes the open leak and clears the selection. */
  change: (changes: LeakSearch) => void
  store: GridStore
  rows: PagedRows<Leak>
  /** The index of the open leak among the loaded rows; -1 when it is not among them. */
  index: number
  openRow: (leak: Leak, at?: number) => void
  /** Moves the cursor and, if the panel is open, the open leak. */
  moveBy: (step: number) => void
  close: () => void
  /** The leak that shortcuts apply to: the open one, else the one under the cursor. */
  current: () => Leak | undefined
  sortBy: (by: LeakSort) => void
}

/** The leak list of a company: the query from the URL, the rows, and the open leak. */
export function useLeakList(company: string): LeakList {
  const [search, changeSearch] = usePageSearch(validateLeakSearch)
  const [store] = useState(createGridStore)
  const rows = usePagedRows<Leak>((pageNumber) => leakPageQuery(company, search, pageNumber))
  const index = indexOf(search.id, rows, store.cursor())

  const change = (changes: LeakSearch) => {
    store.reset()
    changeSearch({ id: undefined, ...changes })
  }
  const openRow = (leak: Leak, at?: number) => {
    if (at !== undefined) store.moveTo(at)
    changeSearch({ id: leak.id }, { replace: search.id !== undefined })
  }
  const moveBy = (step: number) => {
    const total = rows.total ?? 0
    if (total === 0 || search.view === 'packages') return
    const from = store.cursor() < 0 && index >= 0 ? index : store.cursor()
    const next = Math.max(0, Math.min(total - 1, from + step))
    store.moveTo(next)
    const row = rows.at(next)
    if (search.id && row) openRow(row, next)
  }
  const sortBy = (by: LeakSort) =>
    change(sortedBy(by, sortingOf(search), by === 'date' || by === 'added' ? 'desc' : 'asc'))
  return {
    search,
    change,
    store,
    rows,
    index,
    openRow,
    moveBy,
    close: () => changeSearch({ id: undefined }),
    current: () => rows.at(index >= 0 ? index : store.cursor()),
    sortBy,
  }
}

/** The index of the open leak among the loaded rows; -1 when it is not among them. */
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
