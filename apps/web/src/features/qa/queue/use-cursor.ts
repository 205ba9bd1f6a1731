import { useEffect, useState } from 'react'

/** The URL is updated after the cursor has stayed for this long, so that pressing J repeatedly writes it only once. */
const urlDelayMs = 250

/**
 * The current item of a list. It is local state that the URL follows, because updating the URL on every key press is slow.
 *
 * @param ids the visible items, in order
 * @param linkedId the item in the URL, which may not be in the list
 * @param follow updates the URL
 * @param returned what is back in the list, which becomes the current item once
 */
export function useCursor(
  ids: readonly string[],
  linkedId: string | undefined,
  follow: (id: string) => void,
  returned: { id: string } | null = null,
) {
  const [wanted, setWanted] = useState<string | null>(linkedId ?? null)
  const [linked, setLinked] = useState(linkedId)
  // The item that this hook has written to the URL, which may lag behind the cursor.
  const [written, setWritten] = useState<string | null>(null)
  if (linkedId !== linked) {
    // The URL has changed to another item while the page is open: by the palette, a notification, or Back.
    setLinked(linkedId)
    if (linkedId !== undefined && linkedId !== written) setWanted(linkedId)
  }
  const [followed, setFollowed] = useState(returned)
  if (returned !== followed) {
    setFollowed(returned)
    if (returned) setWanted(returned.id)
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
    /** Position in the list; -1 when the item isn't in it. */
    index,
    moveTo: (id: string | null) => setWanted(id),
    moveBy: (steps: number) => {
      const target = ids[Math.min(ids.length - 1, Math.max(0, (index < 0 ? -1 : index) + steps))]
      if (target) setWanted(target)
    },
  }
}

/** The item to go to when some are removed: the next remaining one, else the previous one, else none. */
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
