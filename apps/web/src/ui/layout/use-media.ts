import { useCallback, useSyncExternalStore } from 'react'

export const phone = '(max-width: 760px)'
export const narrow = '(max-width: 1180px)'
export const paper = 'print'

/** Whether a media query currently matches. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
