import { useEffect, useRef } from 'react'

/**
 * Handlers by key name: a letter, `Shift+J`, `Ctrl+k`, `?`, `ArrowDown`, `Escape`. A handler that returns false doesn't consume the key.
 */
export type Shortcuts = Record<string, (event: KeyboardEvent) => void | false>
/** The names of shortcuts that the shortcut sheet doesn't know: `{ p: t('publish') }`. */
export type KeyWords = Readonly<Record<string, string>>

const typing = 'input:not([type=checkbox],[type=radio]),textarea,select,[contenteditable=true]'

let areLettersOff = false
/** Maps a pressed key to the default key that it replaces. */
let changed: Readonly<Record<string, string>> = {}
const listening = new Set<{ current: Shortcuts; words: KeyWords | undefined }>()

/** Applies the user's settings: single letters turned off, or other letters for the actions in `ui/keys/key-actions.ts`. */
export function setKeys(isOff: boolean, changes: Readonly<Record<string, string>>): void {
  areLettersOff = isOff
  changed = changes
}

/** The name of a pressed key as used in shortcuts. */
export function keyName(event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>): string {
  const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const isLetter = /^[a-z]$/.test(letter)
  const parts = [
    ...(event.ctrlKey || event.metaKey ? ['Ctrl'] : []),
    ...(event.altKey ? ['Alt'] : []),
    ...(event.shiftKey && (isLetter || letter.length > 1) ? ['Shift'] : []),
    letter,
  ]
  return parts.join('+')
}

/** The shortcut of a pressed key; null if it has none, because letters are turned off or it was reassigned. */
export function shortcutOf(name: string): string | null {
  const isSingle = name.replace('Shift+', '').length === 1 && !name.includes('Ctrl') && !name.includes('Alt')
  if (isSingle && areLettersOff) return null
  const meant = changed[name]
  if (meant) return meant
  return Object.values(changed).includes(name) ? null : name
}

let sheet = (): void => undefined

/** Registers the function that opens the shortcut sheet; called by the shell. */
export function onShowKeys(show: () => void): () => void {
  sheet = show
  return () => {
    sheet = () => undefined
  }
}

/** Opens the shortcut sheet of the current page, for buttons. The key `?` does the same everywhere. */
export const showKeys = (): void => sheet()

/** Whether shortcuts of the page are inactive: the user is typing, or a dialog or menu is open. */
export function isElsewhere(target: EventTarget | null, name: string): boolean {
  // An open tooltip doesn't count.
  if (document.querySelector('dialog[open],:popover-open:not([popover=manual])')) return true
  if (!(target instanceof Element)) return false
  if (target.closest(typing)) return !name.startsWith('Ctrl+') && !name.startsWith('Alt+')
  return (name === 'Enter' || name === ' ') && target.closest('button,a,summary') !== null
}

/** The currently active keys, with their names if the page provides any. */
export function listeningKeys(): Map<string, string | undefined> {
  const found = new Map<string, string | undefined>()
  for (const { current, words } of listening) {
    for (const key of Object.keys(current)) found.set(key, words?.[key] ?? found.get(key))
  }
  return found
}

/**
 * Registers the shortcuts of a page while mounted. They are inactive while the user is typing and while a dialog or menu is open.
 *
 * @param words names of keys with their own meaning on this page, for the shortcut sheet; must not change
 */
export function useShortcuts(shortcuts: Shortcuts, words?: KeyWords): void {
  const entry = useRef({ current: shortcuts, words })
  useEffect(() => {
    entry.current.current = shortcuts
  })
  useEffect(() => {
    const mine = entry.current
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const pressed = keyName(event)
      const name = shortcutOf(pressed)
      const run = name === null ? undefined : mine.current[name]
      if (!run || isElsewhere(event.target, pressed)) return
      if (run(event) !== false) event.preventDefault()
    }
    listening.add(mine)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      listening.delete(mine)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}
