import {
  getQaUsers,
  getReviewerFigures,
  getSourceDistribution,
  getTeamActivity,
  getUserActivityWithEmail,
} from '@signet/contract/review/qa-work'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/* The work of reviewers, for their own statistics and for the team lead. Ranges are those of `day-range.ts`. */

export function reviewersQuery(company: string) {
  return queryOptions({
    queryKey: [company, 'qa', 'reviewers'],
    queryFn: ({ signal }) => call(getQaUsers, { query: { company }, signal }),
  })
}

export function figuresQuery(company: string, dateRange: string[]) {
  return queryOptions({
    queryKey: [company, 'qa', 'figures', dateRange],
    queryFn: ({ signal }) => call(getReviewerFigures, { query: { company, dateRange }, signal }),
  })
}

export function teamQuery(company: string, dateRange: string[]) {
  return queryOptions({
    queryKey: [company, 'qa', 'team', dateRange],
    queryFn: ({ signal }) => call(getTeamActivity, { query: { company, dateRange }, signal }),
  })
}

export function workQuery(company: string, userEmail: string, dateRange: string[]) {
  return queryOptions({
    queryKey: [company, 'qa', 'work', userEmail, dateRange],
    queryFn: ({ signal }) => call(getUserActivityWithEmail, { query: { company, userEmail, dateRange }, signal }),
  })
}

export function workSourcesQuery(company: string, userEmail: string, dateRange: string[]) {
  return queryOptions({
    queryKey: [company, 'qa', 'work sources', userEmail, dateRange],
    queryFn: ({ signal }) => call(getSourceDistribution, { query: { company, userEmail, dateRange }, signal }),
  })
}
