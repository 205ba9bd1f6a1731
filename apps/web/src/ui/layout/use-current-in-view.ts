import { useEffect, type RefObject } from 'react'

/** How much of its neighbour is in view next to the current choice, in pixels, so that the row is seen to go on. */
const neighbour = 40

/**
 * Scrolls a row sideways, so that its current choice is in view: when it changes, when `content` does, e.g. because counts made the choices
 * wider, and when the row gets narrower, e.g. on a phone that is turned. What is in view begins with a whole choice, because of one that is
 * cut only the end would be left, e.g. a count without its name. The page around the row stays where it is.
 */
export function useCurrentInView(row: RefObject<HTMLElement | null>, selector: string, content?: unknown): void {
  useEffect(() => {
    const line = row.current
    if (!line) return undefined
    const look = () => showCurrent(line, selector)
    look()
    const sizes = new ResizeObserver(look)
    sizes.observe(line)
    return () => sizes.disconnect()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [row, selector, content])
}

function showCurrent(line: HTMLElement, selector: string): void {
  const current = line.querySelector(selector)
  if (!current) return
  const { left, right } = current.getBoundingClientRect()
  const frame = line.getBoundingClientRect()
  // Between the edge and the first choice there is the same gap as between two.
  const gap = Number.parseFloat(getComputedStyle(line).columnGap) || 0
  const starts = startsNextTo(current)
  if (left < frame.left) {
    // With the whole choice before it, if there is room for both.
    const first = starts.findLast((start) => start < left && right - start <= frame.width) ?? left
    // The edge of the row belongs to its first choice.
    line.scrollBy({ left: first === starts[0] ? -line.scrollLeft : first - frame.left - gap })
  } else if (right > frame.right - neighbour) {
    const least = frame.left + right - frame.right + neighbour
    line.scrollBy({ left: Math.min(left, starts.find((start) => start >= least) ?? least) - frame.left - gap })
  }
}

/** Where the choices of its row begin, from left to right. */
function startsNextTo(current: Element): number[] {
  const boxes = [...(current.parentElement?.children ?? [])].map((choice) => choice.getBoundingClientRect())
  return boxes
    .filter(({ width }) => width > 0)
    .map(({ left }) => left)
    .toSorted((a, b) => a - b)
}
