import { dayMs } from '@signet/contract/time'

/** Midnight in UTC, this many days before the end of today: `1` is the start of today. */
export function startOf(daysBack: number): Date {
  return new Date(Math.floor(Date.now() / dayMs) * dayMs - (daysBack - 1) * dayMs)
}
