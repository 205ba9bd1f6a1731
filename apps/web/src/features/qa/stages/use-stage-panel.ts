import { useEffect, useRef } from 'react'
import type { PagedRows } from '../../../api/paged-rows.ts'
import type { GridStore } from '../../../ui/grid/columns/grid-store.ts'
import type { QaRecord } from '../qa-kind.ts'
import { isLeaving, isTaken, type Outcome } from './outcomes.ts'

/**
 * The record in the panel, whose id is in the URL. The cursor is on its row. Once a step was taken on it, the next one is opened; if it has
 * left the list, the one in its place.
 */
export function useStagePanel(
  rows: PagedRows<QaRecord>,
  store: GridStore,
  id: string | undefined,
  onChange: (id: string | undefined, options: { replace: boolean }) => void,
  outcomeOf: (row: QaRecord) => Outcome | undefined,
) {
  const index = id === undefined ? -1 : rows.loaded.findIndex((row) => row.id === id)
  const leaving = useRef<{ id: string; index: number } | null>(null)
  useEffect(() => {
    if (index >= 0) store.moveTo(index)
  }, [store, index])
  useEffect(() => {
    const left = leaving.current
    const row = rows.loaded[index]
    const outcome = row && outcomeOf(row)
    if (!left || rows.isOld || (row && !(outcome && isTaken(outcome)))) return
    leaving.current = null
    if (outcome && left.id === id) {
      const next = rows.loaded[nextIndexOf(rows.loaded, index, (other) => outcomeOf(other) === undefined)]
      if (next ?? isLeaving(outcome)) onChange(next?.id, { replace: true })
      return
    }
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

/** The first row after this one that a reviewer can still work on, else the last one before it; -1 if there is none. */
export function nextIndexOf(rows: readonly QaRecord[], index: number, isFree: (row: QaRecord) => boolean): number {
  const after = rows.findIndex((row, at) => at > index && isFree(row))
  return after === -1 ? rows.slice(0, index).findLastIndex(isFree) : after
}
