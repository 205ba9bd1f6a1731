import type { LiveEvent } from '@signet/contract/messages/notifications'
import { useCallback, useEffect, useRef, useState } from 'react'

/*
 * Events of the server while a screen is open. The tab holds one stream (`live-stream.ts`, started by the bell), and screens subscribe
 * here. Events only carry ids and states; load the rest with a call.
 */

export type LiveHandler = (event: LiveEvent) => void
export type LiveType = LiveEvent['type']

const handlers = new Set<{ types: readonly LiveType[]; run: LiveHandler }>()

/** Passes an event to every listener of its type. */
export function publishLive(event: LiveEvent): void {
  for (const { types, run } of handlers) if (types.includes(event.type)) run(event)
}

/** Subscribes until the returned function is called. */
export function onLive(types: readonly LiveType[], run: LiveHandler): () => void {
  const entry = { types, run }
  handlers.add(entry)
  return () => void handlers.delete(entry)
}

/**
 * Subscribes to events while the component is mounted. It receives events of every company the user may see, so compare `event.company`.
 * Add `reset` where missed events matter: it is sent after the stream was interrupted for too long, and everything shown must be loaded
 * again.
 *
 * Never insert rows on an event, because they would move under the pointer. Count them and offer "12 new, show" instead.
 *
 * @example useLive(['threat.published'], ({ company: of }) => of === company && setNewCount((count) => count + 1))
 */
export function useLive(types: readonly LiveType[], handler: LiveHandler): void {
  const latest = useRef({ types, handler })
  useEffect(() => {
    latest.current = { types, handler }
  })
  const names = types.join(' ')
  // The list of types may be another one at each render, with the same names.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies
  useEffect(() => onLive(latest.current.types, (event) => latest.current.handler(event)), [names])
}

/**
 * The number of records added since a list was loaded, for "12 new, show" above it (`ui/grid/new-rows.tsx`).
 *
 * @param countOf how many records of an event belong to the list; 0 for events of other companies, sources or filters
 * @returns the count, and a function that resets it after the list was loaded again
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
