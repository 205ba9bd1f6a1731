import { useEffect, useRef } from 'react'
import type { PagedRows } from '../../../api/paged-rows.ts'
import type { GridStore } from '../../../ui/grid/columns/grid-store.ts'
import type { QaRecord } from '../qa-kind.ts'

/**
 * The record in the panel, whose id is in the URL. The cursor is on its row. Once a step has taken it off the list, the one that is in its
 * place is opened.
 */
export function useStagePanel(
  rows: PagedRows<QaRecord>,
  store: GridStore,
  id: string | undefined,
  onChange: (id: string | undefined, options: { replace: boolean }) => void,
) {
  const index = id === undefined ? -1 : rows.loaded.findIndex((row) => row.id === id)
  const leaving = useRef<{ id: string; index: number } | null>(null)
  useEffect(() => {
    if (index >= 0) store.moveTo(index)
  }, [store, index])
  useEffect(() => {
    const left = leaving.current
    if (!left || index >= 0 || rows.isOld) return
    leaving.current = null
    if (left.id === id) onChange(rows.at(Math.min(left.index, (rows.total ?? 0) - 1))?.id, { replace: true })
  })
  return {
    index,
    open: (row: QaRecord, at: number) => {
      store.moveTo(at)
      onChange(row.id, { replace: id !== undefined })
    },
    /** A step on these records begins. */
    leave: (threats: readonly QaRecord[]) => {
      if (id !== undefined && threats.some((threat) => threat.id === id)) leaving.current = { id, index }
    },
  }
}
