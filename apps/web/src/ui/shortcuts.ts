import { useEffect, useRef } from 'react'

/** Keys by name: a letter, `Shift+J`, `Ctrl+k`, `?`, `ArrowDown`, `Escape`. A handler that returns false lets the key pass. */
export type Shortcuts = Record<string, (event: KeyboardEvent) => void | false>

const typing = 'input:not([type=checkbox],[type=radio]),textarea,select,[contenteditable=true]'

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

/** Whether the page's keys rest: somebody types, or a dialog or menu is open. */
function isElsewhere(target: EventTarget | null, name: string): boolean {
  if (document.querySelector('dialog[open],:popover-open')) return true
  if (!(target instanceof Element)) return false
  if (target.closest(typing)) return !name.startsWith('Ctrl+') && !name.startsWith('Alt+')
  return (name === 'Enter' || name === ' ') && target.closest('button,a,summary') !== null
}

/** Listens for the page's keys while mounted; inactive while somebody types and under dialogs and menus. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts)
  useEffect(() => {
    current.current = shortcuts
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const name = keyName(event)
      const run = current.current[name]
      if (!run || isElsewhere(event.target, name)) return
      if (run(event) !== false) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
