import type { LiveEvent } from '@signet/contract/notifications'
import { useCallback, useEffect, useRef, useState } from 'react'

/*
 * What happens on the server while a screen is open. The tab holds one stream (`live-stream.ts`, started by the bell); screens
 * listen here. Events only carry ids and states; load the rest with a call.
 */

export type LiveHandler = (event: LiveEvent) => void
export type LiveType = LiveEvent['type']

const handlers = new Set<{ types: readonly LiveType[]; run: LiveHandler }>()

/** Passes an event to everybody who listens for its type. */
export function publishLive(event: LiveEvent): void {
  for (const { types, run } of handlers) if (types.includes(event.type)) run(event)
}

/** Listens until the returned function is called. */
export function onLive(types: readonly LiveType[], run: LiveHandler): () => void {
  const entry = { types, run }
  handlers.add(entry)
  return () => void handlers.delete(entry)
}

/**
 * Listens for events while the component is mounted, of every company the user may see: compare `event.company`. Add `reset` where
 * missed events matter: the stream was away too long, and whatever is shown must be asked for again.
 *
 * Never insert rows by it under the pointer: count, and offer "12 new, show".
 *
 * @example useLive(['threat.published'], ({ company: of }) => of === company && setNewCount((count) => count + 1))
 */
export function useLive(types: readonly LiveType[], handler: LiveHandler): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  const names = types.join(' ')
  useEffect(() => onLive(names.split(' ') as LiveType[], (event) => latest.current(event)), [names])
}

/**
 * How many things came since a list was read, for "12 new, show" above it (`ui/grid/new-rows.tsx`).
 *
 * @param countOf how many of an event belong to the list; 0 for events of other companies, sources or filters
 * @returns the count, and what sets it to nothing once the list was read again
 */
export function useNewCount(
  types: readonly LiveType[],
  countOf: (event: LiveEvent) => number,
): [count: number, forget: () => void] {
  const [count, setCount] = useState(0)
  useLive(types, (event) => {
    const more = countOf(event)
    if (more > 0) setCount((known) => known + more)
  })
  return [count, useCallback(() => setCount(0), [])]
}
