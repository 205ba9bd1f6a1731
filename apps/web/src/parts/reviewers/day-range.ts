import { dayMs } from '@signet/contract/time'

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** The first and last UTC day of a range that ends today, as the calls about reviewers expect it. */
export function dateRangeOf(rangeDays: number, now: Date): [from: string, to: string] {
  return [dayOf(now.getTime() - (rangeDays - 1) * dayMs), dayOf(now.getTime())]
}
