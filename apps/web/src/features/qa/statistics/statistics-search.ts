import { dayMs } from '@signet/contract/time'
import { oneOf, textOf } from '../../../url/search-params.ts'

/** Days back as in the URL. 30 is the default and has no parameter. */
export const statisticsRanges = ['7', '30', '90'] as const
export type StatisticsRange = (typeof statisticsRanges)[number]

/** The URL state of the statistics. */
export interface ReviewStatisticsSearch {
  range?: StatisticsRange | undefined
  /** Email address of a reviewer. Default: the user. */
  who?: string | undefined
}

export function validateReviewStatisticsSearch(raw: Record<string, unknown>): ReviewStatisticsSearch {
  return { range: oneOf(raw['range'], statisticsRanges), who: textOf(raw['who'], 320) }
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** The days of a range up to today, both ends included, as UTC days as the calls expect them. */
export function rangeOfDays(days: StatisticsRange, now: Date): [from: string, to: string] {
  return [dayOf(now.getTime() - (Number(days) - 1) * dayMs), dayOf(now.getTime())]
}
