import { useEffect, type RefObject } from 'react'

/** Focuses the first field of a form, when the page opens and after each failure. */
export function useFirstField(form: RefObject<HTMLFormElement | null>, failure: string | null) {
  useEffect(() => {
    const frame = requestAnimationFrame(() => form.current?.querySelector('input')?.focus())
    return () => cancelAnimationFrame(frame)
    // The effect must run again after each failure.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [form, failure])
}
