import { dayMs } from '@signet/contract/time'
import { oneOf, textOf } from '../../../url/search-params.ts'

/** Days back, as written in the URL; 30 is the one without a parameter. */
export const statisticsRanges = ['7', '30', '90'] as const
export type StatisticsRange = (typeof statisticsRanges)[number]

/** What the statistics keep in the URL. */
export interface StatisticsSearch {
  range?: StatisticsRange | undefined
  /** The mail address of a reviewer; without it oneself. */
  who?: string | undefined
}

export function validateStatisticsSearch(raw: Record<string, unknown>): StatisticsSearch {
  return { range: oneOf(raw['range'], statisticsRanges), who: textOf(raw['who'], 320) }
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** The days of a range up to today, both ends included, as the calls take them: UTC days. */
export function rangeOfDays(days: StatisticsRange, now: Date): [from: string, to: string] {
  return [dayOf(now.getTime() - (Number(days) - 1) * dayMs), dayOf(now.getTime())]
}
