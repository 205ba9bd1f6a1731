import type { Decision } from '@signet/contract/threats'
import type { PagedRows } from '../../../api/paged-rows.ts'
import type { GridStore } from '../../../ui/grid/grid-store.ts'
import { useShortcuts, type Shortcuts } from '../../../ui/keys/shortcuts.ts'
import type { AnyThreat } from '../records.ts'
import { t } from './words.ts'

const similarKeys = () => ({ ArrowRight: t('showSimilar'), ArrowLeft: t('hideSimilar') })

/** The keys of a threats page. What the role may not do has no key. */
export function useThreatKeys({
  store,
  rows,
  moveBy,
  open,
  close,
  unfold,
  fold,
  decide,
  bookmark,
  undo,
  views,
  exportRows,
}: {
  store: GridStore
  rows: PagedRows<AnyThreat>
  moveBy: (step: number) => void
  open: () => void
  close: () => void
  /** Shows the similar ones of the row, or goes to the first of them; false when there are none. */
  unfold: () => void | false
  /** Goes to the row that groups this one, or hides the threats it groups; false when there is nothing to do. */
  fold: () => void | false
  decide: ((decision: Decision) => void) | undefined
  bookmark: (() => void) | undefined
  undo: () => void
  /** Opens the menu of views. */
  views: () => void
  exportRows: (() => void) | undefined
}): void {
  const extend = (step: 1 | -1) => {
    const here = rows.at(store.cursor())
    const index = Math.max(0, Math.min((rows.total ?? 1) - 1, store.cursor() + step))
    const next = rows.at(index)
    store.select([here, next].flatMap((row) => (row ? [row.id] : [])))
    store.moveTo(index, true)
  }
  const always: Shortcuts = {
    j: () => moveBy(1),
    ArrowDown: () => moveBy(1),
    k: () => moveBy(-1),
    ArrowUp: () => moveBy(-1),
    Enter: open,
    o: open,
    ArrowRight: unfold,
    ArrowLeft: fold,
    Escape: close,
    '/': () => document.querySelector<HTMLInputElement>('[data-list-search]')?.focus(),
    v: views,
    ...(exportRows ? { e: exportRows } : {}),
  }
  const decisions: Shortcuts = decide
    ? {
        x: () => {
          const row = rows.at(store.cursor())
          if (row) store.toggle(row.id)
        },
        'Shift+j': () => extend(1),
        'Shift+ArrowDown': () => extend(1),
        'Shift+k': () => extend(-1),
        'Shift+ArrowUp': () => extend(-1),
        t: () => decide('takedown'),
        d: () => decide('deeperAnalysis'),
        f: () => decide('falsePositive'),
        w: () => decide('whitelist'),
        z: undo,
      }
    : {}
  useShortcuts({ ...always, ...decisions, ...(bookmark ? { b: bookmark } : {}) }, similarKeys())
}
