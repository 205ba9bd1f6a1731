import { listApiKeys } from '@signet/contract/access/api-keys'
import { getCompany, listCompanies, type Company } from '@signet/contract/companies/onboarding'
import { isOpenScan, listScans, listSetups } from '@signet/contract/collection/scans'
import { getReviewPolicy } from '@signet/contract/review/review-policy'
import { getSso } from '@signet/contract/access/sso'
import { listUsers } from '@signet/contract/access/users'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { putAnswer } from '../../api/put-answer.ts'
import { companyChoicesQuery } from '../../session/client-info.ts'
import type { OnboardingSearch } from './onboarding-search.ts'

/* Companies as their administrators see them. Each query key begins with the company it belongs to. */

const listMax = 200
const pollMs = 1000

export function companiesQuery({ q, archived }: OnboardingSearch) {
  const query = { limit: listMax, searchQuery: q, archived: archived ? true : undefined }
  return queryOptions({
    queryKey: ['onboarding', 'companies', query],
    queryFn: ({ signal }) => call(listCompanies, { query, signal }),
  })
}

export const setupsQuery = queryOptions({
  queryKey: ['onboarding', 'setups'],
  queryFn: ({ signal }) => call(listSetups, { signal }),
})

const about = (company: string) => [company, 'onboarding'] as const

export function companyQuery(company: string) {
  return queryOptions({
    queryKey: [...about(company), 'company'],
    queryFn: ({ signal }) => call(getCompany, { params: { company }, signal }),
  })
}

export function setupQuery(company: string) {
  return queryOptions({
    queryKey: [...about(company), 'setup'],
    queryFn: async ({ signal }) => (await call(listSetups, { query: { company: [company] }, signal }))[0] ?? null,
  })
}

/** The people of a company and the reviewers assigned to it. */
export function companyUsersQuery(company: string) {
  return queryOptions({
    queryKey: [...about(company), 'people'],
    queryFn: ({ signal }) => call(listUsers, { query: { company: [company], limit: listMax }, signal }),
  })
}

export const assignableReviewersQuery = queryOptions({
  queryKey: ['onboarding', 'reviewers'],
  queryFn: ({ signal }) =>
    call(listUsers, { query: { role: ['qa'], state: ['active', 'invited'], limit: listMax }, signal }),
})

export function ssoQuery(company: string) {
  return queryOptions({
    queryKey: [...about(company), 'sso'],
    queryFn: ({ signal }) => call(getSso, { params: { company }, signal }),
  })
}

export function reviewPolicyQuery(company: string) {
  return queryOptions({
    queryKey: [...about(company), 'reviewPolicy'],
    queryFn: ({ signal }) => call(getReviewPolicy, { query: { company }, signal }),
  })
}

export function apiKeysQuery(company: string) {
  return queryOptions({
    queryKey: [...about(company), 'apiKeys'],
    queryFn: ({ signal }) => call(listApiKeys, { params: { company }, signal }),
  })
}

/** The scans of a company, reloaded every second while one is running. */
export function scansQuery(company: string) {
  return queryOptions({
    queryKey: [...about(company), 'scans'],
    queryFn: ({ signal }) => call(listScans, { params: { company }, signal }),
    refetchInterval: ({ state }) => (state.data?.some(isOpenScan) ? pollMs : false),
  })
}

/** Stores a changed company in the cache at once and reloads what is derived from it. */
export async function keepCompany(company: Company): Promise<void> {
  putAnswer(queryClient, companyQuery(company.key).queryKey, company)
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['onboarding'] }),
    queryClient.invalidateQueries({ queryKey: companyChoicesQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: [company.key, 'clientInfo'] }),
  ])
}

/** Reloads the setup status of a company. */
export async function readSetup(company: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['onboarding', 'setups'] }),
    queryClient.invalidateQueries({ queryKey: setupQuery(company).queryKey }),
  ])
}
