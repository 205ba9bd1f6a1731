import type { DiskSize } from './sizes.queries.ts'

/** Growth over fewer days is no basis: a new installation loads its first data. */
const forecastDaysMin = 7
/** Beyond ten years, a forecast says nothing. */
const daysMax = 3650

/** Operators are notified when the disk is full in fewer days: time to order and add one. */
export const forecastAlertDays = 14

/** In how many days the disk is full at its present growth; null if it doesn't grow, for ten years, or isn't measured long enough. */
export function daysUntilFull({ free, perDay, days }: Pick<DiskSize, 'free' | 'perDay' | 'days'>): number | null {
  if (perDay === null || perDay <= 0 || days < forecastDaysMin) return null
  const left = Math.floor(free / perDay)
  return left > daysMax ? null : left
}
