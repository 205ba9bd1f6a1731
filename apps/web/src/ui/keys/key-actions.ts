import { t, type Word } from './words.ts'

/** Something a key does. The name is what a person's changes are kept under; `key` is as shipped. */
export interface KeyAction {
  action: string
  key: string
  what: Word
}

/*
 * Every key of the portal that has one meaning on all pages. The sheet of keys shows those that listen on the page in view, Settings
 * lets people change the single letters. What a page uses beside them it names itself (`useShortcuts`).
 */
export const keyActions: readonly KeyAction[] = [
  { action: 'next', key: 'j', what: 'nextRow' },
  { action: 'previous', key: 'k', what: 'previousRow' },
  { action: 'open', key: 'o', what: 'open' },
  { action: 'search', key: '/', what: 'searchThisList' },
  { action: 'views', key: 'v', what: 'views' },
  { action: 'select', key: 'x', what: 'select' },
  { action: 'extendNext', key: 'Shift+j', what: 'extendSelectionDown' },
  { action: 'extendPrevious', key: 'Shift+k', what: 'extendSelectionUp' },
  { action: 'takedown', key: 't', what: 'takedown' },
  { action: 'deeperAnalysis', key: 'd', what: 'deeperAnalysis' },
  { action: 'falsePositive', key: 'f', what: 'falsePositive' },
  { action: 'whitelist', key: 'w', what: 'whitelist' },
  { action: 'bookmark', key: 'b', what: 'bookmark' },
  { action: 'undo', key: 'z', what: 'undo' },
  { action: 'export', key: 'e', what: 'export' },
  { action: 'note', key: 'n', what: 'addNote' },
  { action: 'publish', key: 'p', what: 'publish' },
  { action: 'watch', key: 'l', what: 'moveToWatchlist' },
  { action: 'go', key: 'g', what: 'goTo' },
  { action: 'keys', key: '?', what: 'showShortcuts' },
]

/** Keys that are no single letters: they cannot be switched off or changed. */
export const fixedKeys: readonly Omit<KeyAction, 'action'>[] = [
  { key: 'Escape', what: 'closeOrClearSelection' },
  { key: 'Delete', what: 'delete' },
  { key: 'Ctrl+k', what: 'searchOrJump' },
  { key: 'Alt+c', what: 'chooseACompany' },
]

/** Which key does what another was shipped for: `{ q: 't' }` when Takedown was moved to Q. */
export function changedKeys(changes: Readonly<Record<string, string>>): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { action, key } of keyActions) {
    const chosen = changes[action]
    if (chosen && chosen !== key) found[chosen] = key
  }
  return found
}

/** The key that does an action for this person. */
export const keyOf = ({ action, key }: KeyAction, changes: Readonly<Record<string, string>>): string =>
  changes[action] ?? key

/** What a key does, in the language in force. */
export const keyActionName = ({ what }: Pick<KeyAction, 'what'>): string => t(what)
