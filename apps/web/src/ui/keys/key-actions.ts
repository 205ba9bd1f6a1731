import { t, type Word } from './words.ts'

/** An action with a shortcut. The user's changes are stored under its name; `key` is the default. */
export interface KeyAction {
  action: string
  key: string
  what: Word
}

/*
 * All shortcuts that have the same meaning on every page. The shortcut sheet shows those that are active on the current page, and users can
 * change the single-letter ones in the settings. Additional shortcuts are defined by the pages (`useShortcuts`).
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

/** Shortcuts that aren't single letters. They can't be turned off or changed. */
export const fixedKeys: readonly Omit<KeyAction, 'action'>[] = [
  { key: 'Escape', what: 'closeOrClearSelection' },
  { key: 'Delete', what: 'delete' },
  { key: 'Ctrl+k', what: 'searchOrJump' },
  { key: 'Alt+c', what: 'chooseACompany' },
]

/** Maps each key to the default key that it replaces: `{ q: 't' }` when Takedown was moved to Q. */
export function changedKeys(changes: Readonly<Record<string, string>>): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { action, key } of keyActions) {
    const chosen = changes[action]
    if (chosen && chosen !== key) found[chosen] = key
  }
  return found
}

/** The user's key for an action. */
export const keyOf = ({ action, key }: KeyAction, changes: Readonly<Record<string, string>>): string =>
  changes[action] ?? key

/** The name of an action in the current language. */
export const keyActionName = ({ what }: Pick<KeyAction, 'what'>): string => t(what)
