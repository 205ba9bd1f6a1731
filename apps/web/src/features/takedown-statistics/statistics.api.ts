import {
  getTakedownStatistics,
  type StatisticsClock,
  type StatisticsGroup,
} from '@signet/contract/takedowns/takedown-statistics'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** What is shown. */
export interface Shown {
  rangeDays: number
  isEveryCompany: boolean
  clock: StatisticsClock
  by: StatisticsGroup
}

/** The statistics of a company, or of all companies that the user may see. */
export function statisticsQuery(company: string, { rangeDays, isEveryCompany, clock, by }: Shown) {
  return queryOptions({
    queryKey: [company, 'takedown', 'statistics', rangeDays, isEveryCompany, clock, by],
    queryFn: ({ signal }) =>
      call(getTakedownStatistics, {
        query: { ...(isEveryCompany ? {} : { company: [company] }), daysBack: rangeDays, clock, by },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}
