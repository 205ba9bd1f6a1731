import type { Leak, LeakStatus } from '@signet/contract/leaks/leaks'
import { actionsOn, usePageActions } from '../../../ui/keys/page-actions.ts'
import { useShortcuts } from '../../../ui/keys/shortcuts.ts'
import { t } from '../words.ts'
import { leakName } from '../leak-words.ts'
import type { LeakList } from './use-leak-list.ts'
import type { LeakChanges } from './use-leak-changes.ts'
import type { LeakSelection } from './use-leak-selection.ts'

/** The keyboard shortcuts of the leak list and its actions in the command palette. */
export function useLeakKeys(
  { search, store, rows, openRow, moveBy, close, current }: LeakList,
  { selected, decide }: LeakSelection,
  changes: LeakChanges,
  mayWork: boolean,
  onCopyNames: (leaks: readonly Leak[]) => void,
): void {
  const change = (status: LeakStatus) => {
    if (selected().length > 0) {
      decide(status)
      return
    }
    const leak = current()
    if (!leak) return
    void changes.changeOne(leak, status)
    moveBy(1)
  }
  const open = () => {
    const row = rows.at(store.toOpen())
    if (row) openRow(row, store.toOpen())
  }
  useShortcuts({
    j: () => moveBy(1),
    ArrowDown: () => moveBy(1),
    k: () => moveBy(-1),
    ArrowUp: () => moveBy(-1),
    Enter: open,
    o: open,
    Escape: () => {
      if (search.id) close()
      else store.clear()
    },
    '/': () => document.querySelector<HTMLInputElement>('[data-list-search]')?.focus(),
    ...(mayWork
      ? {
          x: () => {
            const row = rows.at(store.cursor())
            if (row) store.toggle(row.id)
          },
          r: () => change('resolved'),
          i: () => change('ignored'),
          u: () => change('open'),
          z: () => changes.undoLast(),
        }
      : {}),
  })
  usePageActions(() => {
    if (!mayWork) return []
    const [count, leak] = [selected().length, current()]
    return actionsOn(
      [
        { label: t('resolve'), run: () => change('resolved') },
        { label: t('ignore'), run: () => change('ignored') },
        { label: t('reopen'), run: () => change('open') },
        { label: t('copyResetList'), run: () => onCopyNames(count > 0 || !leak ? selected() : [leak]) },
      ],
      count,
      leak && leakName(leak),
    )
  })
}
