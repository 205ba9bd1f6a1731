import { useEffect, useState } from 'react'

/** How long the cursor rests before the URL follows: quick J, J, J writes one address. */
const urlDelayMs = 250

/**
 * The current item of a list. It lives here and the URL follows, because writing the URL on every key is slow.
 *
 * @param ids the items in view, in order
 * @param linkedId the item of the URL; it may be one that is not in the list
 * @param follow writes the URL
 */
export function useCursor(ids: readonly string[], linkedId: string | undefined, follow: (id: string) => void) {
  const [wanted, setWanted] = useState<string | null>(linkedId ?? null)
  const [linked, setLinked] = useState(linkedId)
  // What this has written into the URL itself, which may be behind the cursor.
  const [written, setWritten] = useState<string | null>(null)
  if (linkedId !== linked) {
    // A link to another item, followed while the page is open: the palette, a notification, Back.
    setLinked(linkedId)
    if (linkedId !== undefined && linkedId !== written) setWanted(linkedId)
  }
  const currentId = wanted ?? ids[0] ?? null
  const index = currentId === null ? -1 : ids.indexOf(currentId)

  useEffect(() => {
    if (currentId === null || currentId === linkedId) return undefined
    const timer = setTimeout(() => {
      setWritten(currentId)
      follow(currentId)
    }, urlDelayMs)
    return () => clearTimeout(timer)
  }, [currentId, linkedId, follow])

  return {
    currentId,
    /** Position in the list; -1 when the item is not in it. */
    index,
    moveTo: (id: string | null) => setWanted(id),
    moveBy: (steps: number) => {
      const target = ids[Math.min(ids.length - 1, Math.max(0, (index < 0 ? -1 : index) + steps))]
      if (target) setWanted(target)
    },
  }
}

/** The item to go to when some leave: the next one that stays, else the one before, else none. */
export function neighbourOf(
  ids: readonly string[],
  currentId: string | null,
  leaving: ReadonlySet<string>,
): string | null {
  const start = currentId === null ? 0 : Math.max(0, ids.indexOf(currentId))
  if (currentId !== null && !leaving.has(currentId)) return currentId
  return (
    ids.slice(start).find((id) => !leaving.has(id)) ?? ids.slice(0, start).findLast((id) => !leaving.has(id)) ?? null
  )
}
