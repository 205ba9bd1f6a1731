import { useCallback, useRef, type RefCallback } from 'react'
import type { Desk } from './decision-desk.tsx'

type Ask = (desk: Desk) => void

/** The desk of a page, which is loaded after the list. Requests made before that wait until it is loaded. */
export function useDesk(): { deskRef: RefCallback<Desk>; askDesk: (ask: Ask) => void } {
  const desk = useRef<Desk | null>(null)
  const waiting = useRef<Ask[]>([])
  const deskRef = useCallback((present: Desk | null) => {
    desk.current = present
    if (!present) return
    const asked = waiting.current
    waiting.current = []
    for (const ask of asked) ask(present)
  }, [])
  const askDesk = useCallback((ask: Ask) => {
    if (desk.current) ask(desk.current)
    else waiting.current.push(ask)
  }, [])
  return { deskRef, askDesk }
}
