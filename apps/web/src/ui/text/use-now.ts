import { useEffect, useState, useSyncExternalStore } from 'react'
import { minuteMs } from '@signet/contract/time'

/** The time of a screen, once a minute: ages grow while nobody touches anything. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

let ticks = 0
let ticking: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  ticking ??= setInterval(() => {
    ticks += 1
    for (const each of listeners) each()
  }, minuteMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }
}

/** Draws the caller again once a minute, by one clock for all: for the many small ages of a list. */
export function useMinuteTick(): void {
  useSyncExternalStore(subscribe, () => ticks)
}
