import {
  statisticsClocks,
  statisticsGroups,
  type StatisticsClock,
  type StatisticsGroup,
} from '@signet/contract/takedowns/takedown-statistics'
import { oneOf } from '../../url/search-params.ts'

/** The URL state of the statistics; what is missing has its usual value: 90 days, one company, the first outage by channel. */
export interface TakedownStatisticsSearch {
  range?: '30' | '365' | undefined
  scope?: 'all' | undefined
  clock?: StatisticsClock | undefined
  by?: StatisticsGroup | undefined
}

export function validateTakedownStatisticsSearch(raw: Record<string, unknown>): TakedownStatisticsSearch {
  return {
    range: oneOf(raw['range'], ['30', '365']),
    scope: oneOf(raw['scope'], ['all']),
    clock: oneOf(raw['clock'], statisticsClocks),
    by: oneOf(raw['by'], statisticsGroups),
  }
}
