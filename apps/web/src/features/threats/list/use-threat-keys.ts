import type { Decision } from '@signet/contract/threats/threats'
import type { GridStore } from '../../../ui/grid/columns/grid-store.ts'
import { useShortcuts, type Shortcuts } from '../../../ui/keys/shortcuts.ts'
import type { AnyThreat } from '../records.ts'
import type { ThreatListState } from '../use-threat-list.ts'
import { t } from './words.ts'

const similarKeys = () => ({ ArrowRight: t('showSimilar'), ArrowLeft: t('hideSimilar') })

/** The keys of a threats page. What the role may not do has no key. */
export function useThreatKeys({
  store,
  list,
  decide,
  bookmark,
  undo,
  views,
  exportRows,
}: {
  store: GridStore
  list: ThreatListState
  decide: ((decision: Decision) => void) | undefined
  bookmark: ((row: AnyThreat) => void) | undefined
  undo: () => void
  /** Opens the menu of views. */
  views: () => void
  exportRows: (() => void) | undefined
}): void {
  const { rows, similar, moveBy } = list
  const current = () => rows.at(store.cursor())
  const open = () => {
    const row = rows.at(store.toOpen())
    if (row) list.openRow(row, store.toOpen())
  }
  const close = () => (list.open ? list.close() : store.clear())
  /** Shows the similar ones of the row, or goes to the first of them; false when there are none. */
  const unfold = () => {
    const row = current()
    const isOpen = row && similar.treeOf?.(row).isOpen
    if (!row || isOpen === undefined) return false
    if (isOpen) moveBy(1)
    else similar.toggle(row)
    return undefined
  }
  /** Goes to the row that groups this one, or hides the threats it groups; false when there is nothing to do. */
  const fold = () => {
    const row = current()
    const step = similar.stepToHead(store.cursor())
    if (step !== 0) moveBy(step)
    else if (row && similar.treeOf?.(row).isOpen) similar.toggle(row)
    else return false
    return undefined
  }
  const extend = (step: 1 | -1) => {
    const here = current()
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
          const row = current()
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
  const marks: Shortcuts = bookmark
    ? {
        b: () => {
          const row = current()
          if (row) bookmark(row)
        },
      }
    : {}
  useShortcuts({ ...always, ...decisions, ...marks }, similarKeys())
}
