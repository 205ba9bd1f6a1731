import type { PagedRows } from '../../../api/paged-rows.ts'
import type { GridStore } from '../../../ui/grid/columns/grid-store.ts'
import { useListKeys } from '../../../ui/grid/keys/use-list-keys.ts'
import { useShortcuts } from '../../../ui/keys/shortcuts.ts'
import type { QaRecord } from '../qa-kind.ts'
import type { StageAction } from '../stage-actions.ts'
import { mayRecall } from './stage-columns.tsx'

interface StageKeys {
  store: GridStore
  rows: PagedRows<QaRecord>
  actions: readonly StageAction[]
  openIndex: number
  onAction: (action: StageAction) => void
  onOpen: (row: QaRecord, index: number) => void
  onMove: (row: QaRecord, index: number) => void
  /** Closes the panel. Returns false if none is open. */
  onClose: () => boolean
  undo: () => void
}

/**
 * The shortcuts of the list: moving, opening, selecting, the actions of the stage on the selection or the row under the cursor, and undoing
 * the last of them.
 */
export function useStageKeys({ store, rows, actions, openIndex, onAction, onOpen, onMove, onClose, undo }: StageKeys): {
  moveBy: (step: number) => void
} {
  useShortcuts(
    Object.fromEntries(actions.map((action) => [action.key, () => onAction(action)])),
    Object.fromEntries(actions.map(({ key, label }) => [key, label()])),
  )
  return useListKeys({
    rows,
    store,
    openIndex,
    onOpen,
    onMove,
    more: {
      x: () => {
        const row = rows.at(store.cursor())
        if (row && mayRecall(row)) store.toggle(row.id)
      },
      z: undo,
      Escape: () => {
        if (!onClose()) store.clear()
      },
    },
  })
}
