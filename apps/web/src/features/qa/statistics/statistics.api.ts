import {
  getQaUsers,
  getReviewerFigures,
  getSourceDistribution,
  getUserActivityWithEmail,
} from '@signet/contract/review/qa-work'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { rangeOfDays, type StatisticsRange } from './statistics-search.ts'

const freshMs = 60_000

export function statisticsUsersQuery(company: string) {
  return queryOptions({
    queryKey: [company, 'qa', 'people'],
    queryFn: ({ signal }) => call(getQaUsers, { query: { company }, signal }),
    staleTime: freshMs,
  })
}

export function figuresQuery(company: string, days: StatisticsRange) {
  return queryOptions({
    queryKey: [company, 'qa', 'figures', days],
    queryFn: ({ signal }) =>
      call(getReviewerFigures, { query: { company, dateRange: rangeOfDays(days, new Date()) }, signal }),
    staleTime: freshMs,
  })
}

export function workQuery(company: string, userEmail: string, days: StatisticsRange) {
  return queryOptions({
    queryKey: [company, 'qa', 'work', userEmail, days],
    queryFn: ({ signal }) =>
      call(getUserActivityWithEmail, {
        query: { company, userEmail, dateRange: rangeOfDays(days, new Date()) },
        signal,
      }),
    staleTime: freshMs,
  })
}

export function sourcesQuery(company: string, userEmail: string, days: StatisticsRange) {
  return queryOptions({
    queryKey: [company, 'qa', 'work sources', userEmail, days],
    queryFn: ({ signal }) =>
      call(getSourceDistribution, { query: { company, userEmail, dateRange: rangeOfDays(days, new Date()) }, signal }),
    staleTime: freshMs,
  })
}
