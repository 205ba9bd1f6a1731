import { msg, t, type Marked } from '../../words/words.ts'

/** Something a key does. The name is what a person's changes are kept under; `key` is as shipped. */
export interface KeyAction {
  action: string
  key: string
  what: Marked
}

/*
 * Every key of the portal that has one meaning on all pages. The sheet of keys shows those that listen on the page in view, Settings
 * lets people change the single letters. What a page uses beside them it names itself (`useShortcuts`).
 */
export const keyActions: readonly KeyAction[] = [
  { action: 'next', key: 'j', what: msg('Next row (or the arrow)') },
  { action: 'previous', key: 'k', what: msg('Previous row (or the arrow)') },
  { action: 'open', key: 'o', what: msg('Open (or Enter)') },
  { action: 'search', key: '/', what: msg('Search this list') },
  { action: 'views', key: 'v', what: msg('Views') },
  { action: 'select', key: 'x', what: msg('Select') },
  { action: 'extendNext', key: 'Shift+j', what: msg('Extend the selection down') },
  { action: 'extendPrevious', key: 'Shift+k', what: msg('Extend the selection up') },
  { action: 'takedown', key: 't', what: msg('Takedown') },
  { action: 'deeperAnalysis', key: 'd', what: msg('Deeper analysis') },
  { action: 'falsePositive', key: 'f', what: msg('False positive') },
  { action: 'whitelist', key: 'w', what: msg('Whitelist') },
  { action: 'bookmark', key: 'b', what: msg('Bookmark') },
  { action: 'undo', key: 'z', what: msg('Undo') },
  { action: 'export', key: 'e', what: msg('Export') },
  { action: 'note', key: 'n', what: msg('Write a note') },
  { action: 'publish', key: 'p', what: msg('Publish') },
  { action: 'watch', key: 'l', what: msg('Put on the watchlist') },
  { action: 'go', key: 'g', what: msg('Go to: H Home, T Threats, L Leaks, D Takedowns') },
  { action: 'keys', key: '?', what: msg('These keys') },
]

/** Keys that are no single letters: they cannot be switched off or changed. */
export const fixedKeys: readonly Omit<KeyAction, 'action'>[] = [
  { key: 'Escape', what: msg('Close, then clear the selection') },
  { key: 'Delete', what: msg('Delete') },
  { key: 'Ctrl+k', what: msg('Search or jump') },
  { key: 'Alt+c', what: msg('Choose a company') },
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
