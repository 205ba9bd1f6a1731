import { dayMs, isoDay } from '@signet/contract/time'

/** The first and last UTC day of a range that ends today, as the calls about reviewers expect it. */
export function dateRangeOf(rangeDays: number, now: Date): [from: string, to: string] {
  return [isoDay(now.getTime() - (rangeDays - 1) * dayMs), isoDay(now.getTime())]
}
