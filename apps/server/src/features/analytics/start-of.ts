import { dayMs } from '@signet/contract/time'

/** Midnight in UTC, so many days before today's end: `1` is the start of today. */
export function startOf(daysBack: number): Date {
  return new Date(Math.floor(Date.now() / dayMs) * dayMs - (daysBack - 1) * dayMs)
}
