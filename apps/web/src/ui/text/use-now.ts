import { useEffect, useState, useSyncExternalStore } from 'react'
import { minuteMs } from '@signet/contract/time'

/**
 * The current time, updated once a minute, so that ages stay correct without user interaction.
 *
 * @param dataAt when the data that is compared with it arrived, ms: the time is never before that
 */
export function useNow(dataAt = 0): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return now.getTime() < dataAt ? new Date(dataAt) : now
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

/** Rerenders the caller once a minute. All callers share one timer, for lists that contain many ages. */
export function useMinuteTick(): void {
  useSyncExternalStore(subscribe, () => ticks)
}
