import { useEffect, type RefObject } from 'react'

/** How much of its neighbour is in view next to the current choice, in pixels, so that the row is seen to go on. */
const neighbour = 40

/**
 * Scrolls a row sideways, so that its current choice is in view: when it changes and when `content` does, e.g. because counts made the
 * choices wider. The page around the row stays where it is.
 */
export function useCurrentInView(row: RefObject<HTMLElement | null>, selector: string, content?: unknown): void {
  useEffect(() => {
    const line = row.current
    const current = line?.querySelector(selector)
    if (!line || !current) return
    const { left, right } = current.getBoundingClientRect()
    const frame = line.getBoundingClientRect()
    if (left < frame.left) line.scrollBy({ left: left - frame.left - neighbour })
    else if (right > frame.right) line.scrollBy({ left: right - frame.right + neighbour })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [row, selector, content])
}
