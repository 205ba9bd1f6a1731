import type { GridStore } from '../../ui/grid-store.ts'
import { useShortcuts, type Shortcuts } from '../../ui/shortcuts.ts'

interface ListKeys<T> {
  store: GridStore
  rows: { total: number | undefined; at: (index: number) => T | undefined }
  onOpen: (row: T) => void
  /** Further keys, with the row under the cursor. */
  more?: Readonly<Record<string, (row: T | undefined) => unknown>>
}

/** The keys of a list without marks: J and K move, Enter and O open, `/` searches. */
export function useListKeys<T>({ store, rows, onOpen, more = {} }: ListKeys<T>): void {
  const moveBy = (steps: number) => {
    const last = (rows.total ?? 0) - 1
    if (last >= 0) store.moveTo(Math.max(0, Math.min(last, store.cursor() + steps)))
  }
  const current = () => rows.at(store.cursor())
  const open = () => {
    const row = current()
    if (row) onOpen(row)
  }
  const others: Shortcuts = Object.fromEntries(
    Object.entries(more).map(([key, run]) => [key, () => void run(current())] as const),
  )
  useShortcuts({
    j: () => moveBy(1),
    ArrowDown: () => moveBy(1),
    k: () => moveBy(-1),
    ArrowUp: () => moveBy(-1),
    Enter: open,
    o: open,
    '/': () => document.querySelector<HTMLInputElement>('[data-list-search]')?.focus(),
    ...others,
  })
}
