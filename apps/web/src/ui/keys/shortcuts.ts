import { useEffect, useRef } from 'react'

/** Keys by name: a letter, `Shift+J`, `Ctrl+k`, `?`, `ArrowDown`, `Escape`. A handler that returns false lets the key pass. */
export type Shortcuts = Record<string, (event: KeyboardEvent) => void | false>
/** What keys do, in words, where the sheet of keys does not know it: `{ p: t('publish') }`. */
export type KeyWords = Readonly<Record<string, string>>

const typing = 'input:not([type=checkbox],[type=radio]),textarea,select,[contenteditable=true]'

let areLettersOff = false
/** Pressed key to the default key it replaces. */
let changed: Readonly<Record<string, string>> = {}
const listening = new Set<{ current: Shortcuts; words: KeyWords | undefined }>()

/** Applies what a person has set: single letters off, or other letters for what `ui/keys/key-actions.ts` names. */
export function setKeys(isOff: boolean, changes: Readonly<Record<string, string>>): void {
  areLettersOff = isOff
  changed = changes
}

/** The name of a pressed key as the shortcuts call it. */
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

/** The shortcut of a pressed key; null if it has none, because letters are off or it was reassigned. */
export function shortcutOf(name: string): string | null {
  const isSingle = name.replace('Shift+', '').length === 1 && !name.includes('Ctrl') && !name.includes('Alt')
  if (isSingle && areLettersOff) return null
  const meant = changed[name]
  if (meant) return meant
  return Object.values(changed).includes(name) ? null : name
}

let sheet = (): void => undefined

/** Says who shows the sheet of keys; the shell does. */
export function onShowKeys(show: () => void): () => void {
  sheet = show
  return () => {
    sheet = () => undefined
  }
}

/** Shows the keys of the page in view; for buttons. The key `?` does the same everywhere. */
export const showKeys = (): void => sheet()

/** Whether the page's keys rest: somebody types, or a dialog or menu is open. */
export function isElsewhere(target: EventTarget | null, name: string): boolean {
  // A tip is no place of its own.
  if (document.querySelector('dialog[open],:popover-open:not([popover=manual])')) return true
  if (!(target instanceof Element)) return false
  if (target.closest(typing)) return !name.startsWith('Ctrl+') && !name.startsWith('Alt+')
  return (name === 'Enter' || name === ' ') && target.closest('button,a,summary') !== null
}

/** The keys that listen now, each with its words if the page gave any. */
export function listeningKeys(): Map<string, string | undefined> {
  const found = new Map<string, string | undefined>()
  for (const { current, words } of listening) {
    for (const key of Object.keys(current)) found.set(key, words?.[key] ?? found.get(key))
  }
  return found
}

/**
 * Listens for the page's keys while mounted; inactive while somebody types and under dialogs and menus.
 *
 * @param words of keys that mean something of their own here, for the sheet of keys; must not change
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
