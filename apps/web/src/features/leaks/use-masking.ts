import { useState } from 'react'

const key = 'signet.leaks.masking'

/** Whether identities in leak lists are masked. They are until the user turns masking off for this tab. */
export function useMasking(): [isMasked: boolean, set: (isMasked: boolean) => void] {
  const [isMasked, setIsMasked] = useState(() => sessionStorage.getItem(key) !== 'off')
  const set = (next: boolean) => {
    sessionStorage.setItem(key, next ? 'on' : 'off')
    setIsMasked(next)
  }
  return [isMasked, set]
}
