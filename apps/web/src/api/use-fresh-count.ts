import type { LiveEvent } from '@signet/contract/messages/notifications'
import { useEffect, useRef, useState } from 'react'
import { useLive, type LiveType } from './live.ts'

/** Events that arrive within this time lead to a single call. */
const gatherMs = 900

/**
 * The number of rows added since a list was loaded, for "12 new, show" above it (`ui/grid/new-rows.tsx`). An event only says that there may
 * be new rows. Whether they match the filters of the list is determined by the server.
 *
 * @param concerns whether an event may mean new rows of the list
 * @param ask how many rows the list has now; undefined when that is not known exactly
 * @param known how many rows it had when it was loaded, minus those removed since; undefined when that is not known exactly
 * @param readAt when the list was loaded; the count starts again at 0 whenever this changes
 */
export function useFreshCount(
  types: readonly LiveType[],
  concerns: (event: LiveEvent) => boolean,
  { ask, known, readAt }: { ask: () => Promise<number | undefined>; known: () => number | undefined; readAt: number },
): number {
  const [fresh, setFresh] = useState({ readAt: 0, count: 0 })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef({ ask, known, readAt })
  useEffect(() => {
    latest.current = { ask, known, readAt }
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  async function compare(): Promise<void> {
    const { readAt: askedOf } = latest.current
    const now = await latest.current.ask()
    const before = latest.current.known()
    if (now === undefined || before === undefined || latest.current.readAt !== askedOf) return
    setFresh({ readAt: askedOf, count: Math.max(0, now - before) })
  }
  useLive([...types, 'reset'], (event) => {
    if (event.type !== 'reset' && !concerns(event)) return
    clearTimeout(timer.current)
    // After a failure, the next event starts another attempt.
    timer.current = setTimeout(() => void compare().catch(() => undefined), gatherMs)
  })
  return fresh.readAt === readAt ? fresh.count : 0
}
