import { useState } from 'react'

export type Density = 'comfortable' | 'compact'
const storageKey = 'signet.density'

function storedDensity(): Density {
  try {
    return localStorage.getItem(storageKey) === 'compact' ? 'compact' : 'comfortable'
  } catch {
    return 'comfortable'
  }
}

/** How high the rows are; the choice is kept in this browser. */
export function useDensity(): [Density, () => void] {
  const [density, setDensity] = useState(storedDensity)
  const toggle = () => {
    const next = density === 'compact' ? 'comfortable' : 'compact'
    setDensity(next)
    try {
      localStorage.setItem(storageKey, next)
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  }
  return [density, toggle]
}
