import type { PagedRows } from '../../../api/paged-rows.ts'
import { useShortcuts, type Shortcuts } from '../../keys/shortcuts.ts'
import type { GridStore } from '../columns/grid-store.ts'

/** The shortcuts of a list: J, K and the arrows move the cursor, Enter and O open the row under it, `/` focuses the search field. */
export function useListKeys<T>({
  rows,
  store,
  openIndex = -1,
  onOpen,
  onMove,
  more = {},
}: {
  rows: Pick<PagedRows<T>, 'total' | 'at'>
  store: GridStore
  /** The row in the panel, at which the cursor starts; -1 for none. */
  openIndex?: number
  onOpen: (row: T, index: number) => void
  /** Called when the cursor has moved to a loaded row. */
  onMove?: (row: T, index: number) => void
  more?: Shortcuts
}) {
  const current = () => rows.at(store.cursor())
  const openCurrent = () => {
    const index = store.cursor() < 0 && openIndex >= 0 ? openIndex : store.toOpen()
    const row = rows.at(index)
    if (row === undefined) return
    if (store.cursor() < 0) store.moveTo(index)
    onOpen(row, index)
  }
  const moveBy = (step: number) => {
    const last = (rows.total ?? 0) - 1
    if (last < 0) return
    const from = store.cursor() < 0 && openIndex >= 0 ? openIndex : store.cursor()
    const next = Math.max(0, Math.min(last, from + step))
    store.moveTo(next)
    const row = rows.at(next)
    if (row !== undefined) onMove?.(row, next)
  }
  useShortcuts({
    j: () => moveBy(1),
    ArrowDown: () => moveBy(1),
    k: () => moveBy(-1),
    ArrowUp: () => moveBy(-1),
    Enter: openCurrent,
    o: openCurrent,
    '/': () => document.querySelector<HTMLInputElement>('[data-list-search]')?.focus(),
    ...more,
  })
  return { current, openCurrent, moveBy }
}
