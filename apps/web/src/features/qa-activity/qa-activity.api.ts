import {
  getQaUsers,
  getReviewerFigures,
  getSourceDistribution,
  getTeamActivity,
  getUserActivityWithEmail,
} from '@signet/contract/review/qa-work'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export function reviewersQuery(company: string) {
  return queryOptions({
    queryKey: [company, 'qaActivity', 'users'],
    queryFn: ({ signal }) => call(getQaUsers, { query: { company }, signal }),
  })
}

export function figuresQuery(company: string, dateRange: string[]) {
  return queryOptions({
    queryKey: [company, 'qaActivity', 'figures', dateRange],
    queryFn: ({ signal }) => call(getReviewerFigures, { query: { company, dateRange }, signal }),
  })
}

export function teamQuery(company: string, dateRange: string[]) {
  return queryOptions({
    queryKey: [company, 'qaActivity', 'team', dateRange],
    queryFn: ({ signal }) => call(getTeamActivity, { query: { company, dateRange }, signal }),
  })
}

export function workQuery(company: string, userEmail: string, dateRange: string[]) {
  return queryOptions({
    queryKey: [company, 'qaActivity', 'work', userEmail, dateRange],
    queryFn: ({ signal }) => call(getUserActivityWithEmail, { query: { company, userEmail, dateRange }, signal }),
  })
}

export function workSourcesQuery(company: string, userEmail: string, dateRange: string[]) {
  return queryOptions({
    queryKey: [company, 'qaActivity', 'sources', userEmail, dateRange],
    queryFn: ({ signal }) => call(getSourceDistribution, { query: { company, userEmail, dateRange }, signal }),
  })
}
