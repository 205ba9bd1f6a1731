import { useCallback, useEffect, useRef } from 'react'
import type { DataGridProps } from '../columns/columns.ts'

/** Opens a row, and selects a row or a range of rows. Both functions stay the same at every render, because all rows receive them. */
export function useRowClicks<T>({
  rows,
  store,
  idOf,
  maySelect = () => true,
  onOpen,
}: Pick<DataGridProps<T, string>, 'store' | 'idOf' | 'maySelect' | 'onOpen'> & {
  rows: Pick<DataGridProps<T, string>['rows'], 'at'>
}) {
  const latest = useRef({ rows, idOf, maySelect, onOpen })
  useEffect(() => {
    latest.current = { rows, idOf, maySelect, onOpen }
  })
  const open = useCallback(
    (index: number) => {
      const row = latest.current.rows.at(index)
      store.moveTo(index)
      if (row) latest.current.onOpen(row, index)
    },
    [store],
  )
  const select = useCallback(
    (index: number, isRange: boolean) => {
      const { rows: list, idOf: nameOf, maySelect: isAllowed } = latest.current
      const row = list.at(index)
      if (!row) return
      const from = store.anchor()
      if (!isRange || from < 0) {
        store.toggle(nameOf(row))
        store.moveTo(index)
        return
      }
      const ids: string[] = []
      for (let at = Math.min(from, index); at <= Math.max(from, index); at += 1) {
        const between = list.at(at)
        if (between && isAllowed(between)) ids.push(nameOf(between))
      }
      store.select(ids)
      store.moveTo(index, true)
    },
    [store],
  )
  return { open, select }
}
