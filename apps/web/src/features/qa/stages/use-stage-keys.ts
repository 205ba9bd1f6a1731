import type { PagedRows } from '../../../api/paged-rows.ts'
import type { GridStore } from '../../../ui/grid/columns/grid-store.ts'
import { useShortcuts } from '../../../ui/keys/shortcuts.ts'
import type { QaRecord } from '../qa-kind.ts'
import type { StageAction } from '../stage-actions.ts'
import { mayRecall } from './stage-columns.tsx'

interface StageKeys {
  store: GridStore
  rows: PagedRows<QaRecord>
  actions: readonly StageAction[]
  onAction: (action: StageAction) => void
  undo: () => void
}

/**
 * The shortcuts of the list: moving, selecting, the actions of the stage on the selection or the row under the cursor, and undoing the last
 * of them.
 */
export function useStageKeys({ store, rows, actions, onAction, undo }: StageKeys): void {
  const moveBy = (step: number) => {
    const last = (rows.total ?? 0) - 1
    if (last >= 0) store.moveTo(Math.max(0, Math.min(last, store.cursor() + step)))
  }
  useShortcuts(
    {
      ...Object.fromEntries(actions.map((action) => [action.key, () => onAction(action)])),
      j: () => moveBy(1),
      ArrowDown: () => moveBy(1),
      k: () => moveBy(-1),
      ArrowUp: () => moveBy(-1),
      x: () => {
        const row = rows.at(store.cursor())
        if (row && mayRecall(row)) store.toggle(row.id)
      },
      z: undo,
      Escape: () => store.clear(),
      '/': () => document.querySelector<HTMLInputElement>('[data-list-search]')?.focus(),
    },
    Object.fromEntries(actions.map(({ key, label }) => [key, label()])),
  )
}
