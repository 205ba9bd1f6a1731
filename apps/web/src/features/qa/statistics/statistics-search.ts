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
