import { useEffect, type RefObject } from 'react'

/**
 * Focuses the first field of a form, or a button marked as `data-first`: when the page opens, and after each change.
 *
 * @param change the failure that is shown, or the view that has replaced the one with the focus
 */
export function useFirstField(place: RefObject<HTMLElement | null>, change: string | null) {
  useEffect(() => {
    const frame = requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('input, [data-first]')?.focus())
    return () => cancelAnimationFrame(frame)
    // The effect must run again after each change.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [place, change])
}
