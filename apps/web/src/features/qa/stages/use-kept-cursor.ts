import { useEffect, useLayoutEffect, useRef } from 'react'
import type { PagedRows } from '../../../api/paged-rows.ts'
import type { GridStore } from '../../../ui/grid/columns/grid-store.ts'
import type { QaRecord } from '../qa-kind.ts'

/**
 * Keeps the cursor on its record when rows before it leave the list.
 *
 * @param returned what is back in the list, to which the cursor goes once
 */
export function useKeptCursor(rows: PagedRows<QaRecord>, store: GridStore, returned: { id: string } | null): void {
  const latest = useRef(rows)
  const kept = useRef<string | undefined>(undefined)
  const followed = useRef(returned)
  useEffect(
    () =>
      store.subscribe(() => {
        kept.current = latest.current.at(store.cursor())?.id
      }),
    [store],
  )
  useLayoutEffect(() => {
    latest.current = rows
    const cursor = store.cursor()
    if (cursor < 0 || rows.isOld) return
    const isReturned = returned !== null && returned !== followed.current
    const id = isReturned ? returned.id : kept.current
    if (rows.at(cursor)?.id === id && !isReturned) return
    const index = id === undefined ? -1 : rows.loaded.findIndex((row) => row.id === id)
    if (isReturned && index < 0) return
    followed.current = returned
    if (index >= 0) store.moveTo(index)
    else if (rows.total) store.moveTo(Math.min(cursor, rows.total - 1))
  })
}
