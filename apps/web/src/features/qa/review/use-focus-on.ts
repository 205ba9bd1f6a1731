import { useEffect, useRef } from 'react'

/** Moves the focus to an element by its id: now, or as soon as the step of the review that it belongs to is shown. */
export function useFocusOn(id: string): () => void {
  const isSought = useRef(false)
  const focus = () => {
    if (!isSought.current) return
    const element = document.querySelector<HTMLElement>(`#${CSS.escape(id)}`)
    element?.focus()
    isSought.current = document.activeElement !== element
  }
  useEffect(focus)
  return () => {
    isSought.current = true
    focus()
  }
}
