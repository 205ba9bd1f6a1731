import { useEffect, type RefObject } from 'react'

/**
 * Scrolls the current choice of a row that scrolls sideways into view, when it changes and when `content` does, e.g. because counts made the
 * choices wider.
 */
export function useCurrentInView(row: RefObject<HTMLElement | null>, selector: string, content?: unknown): void {
  useEffect(() => {
    row.current?.querySelector(selector)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [row, selector, content])
}
