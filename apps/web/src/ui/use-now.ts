import { useEffect, useState } from 'react'

const minuteMs = 60_000

/** The time of a screen, once a minute: ages grow while nobody touches anything. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
