import { useEffect, useState } from 'react'

/** A value once it hasn't changed for a while, so that typing leads to a single call. */
export function useSettled<T>(value: T, afterMs: number): T {
  const [settled, setSettled] = useState(value)
  const written = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(written)), afterMs)
    return () => clearTimeout(timer)
  }, [written, afterMs])
  return settled
}
