import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Minimum number of rows rendered beyond each edge of the view. */
const overscan = 6
/** The window moves in steps of this many rows, so that most frames of a fast scroll don't render anything new. */
const step = 4
/** Pixels between the focused row and the bar over the list. */
const barGap = 8
/** Number of rows assumed to be visible before the first measurement. */
const firstRows = 20

/** How much of the bottom of a list is covered by the bar of its selection, in pixels. */
function coveredOf(list: Element): number {
  const bar = document.querySelector('[data-bulk-bar]')
  if (!bar) return 0
  const from = list.getBoundingClientRect()
  const over = bar.getBoundingClientRect()
  const isAside = over.right <= from.left || over.left >= from.right
  return isAside ? 0 : Math.max(0, from.bottom - over.top + barGap)
}

export interface RowWindow {
  /** First and last row to render, both included; `last` is -1 for an empty list. */
  first: number
  last: number
  /** Scrolls as little as possible to show a row completely, below the header and above the bar of the selection. */
  reveal: (index: number) => void
}

/**
 * The rows to render of a long list whose rows all have the same height. The element of `scroller` scrolls.
 *
 * @param headHeight pixels covered by a sticky header at the top
 */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  { count, rowHeight, headHeight }: { count: number; rowHeight: number; headHeight: number },
): RowWindow {
  const [view, setView] = useState({ first: 0, last: firstRows })
  // Cached, because reading the height during scrolling would force a layout.
  const height = useRef(0)

  const measure = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const top = Math.floor(element.scrollTop / rowHeight / step) * step
    const rows = Math.ceil((height.current || firstRows * rowHeight) / rowHeight)
    const first = Math.max(0, top - overscan)
    const last = top + step + rows + overscan
    setView((old) => (old.first === first && old.last === last ? old : { first, last }))
  }, [scroller, rowHeight])

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const resized = () => {
      height.current = element.clientHeight
      measure()
    }
    // The first measurement must be applied before the first paint.
    resized()
    element.addEventListener('scroll', measure, { passive: true })
    const observer = new ResizeObserver(resized)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', measure)
      observer.disconnect()
    }
  }, [scroller, measure])

  const reveal = useCallback(
    (index: number) => {
      const element = scroller.current
      if (!element || index < 0) return
      const top = index * rowHeight
      const bottom = top + rowHeight + headHeight - element.clientHeight + coveredOf(element)
      if (element.scrollTop > top) element.scrollTo({ top })
      else if (element.scrollTop < bottom) element.scrollTo({ top: bottom })
    },
    [scroller, rowHeight, headHeight],
  )
  return { first: Math.min(view.first, Math.max(0, count - 1)), last: Math.min(view.last, count - 1), reveal }
}
