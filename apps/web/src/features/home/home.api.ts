import { listAllThreats } from '@signet/contract/threats/threats'
import { getLeakDistribution } from '@signet/contract/leaks/leaks'
import { getLastScan, getPeopleActivity, getTakedownFigures } from '@signet/contract/reports/overview'
import { getRecentTouts, getToutDistribution, getToutFrequency, listAllTouts } from '@signet/contract/touts/touts'
import {
  getRecentThreats,
  getThreatFrequency,
  getThreatSeverityDistribution,
  getThreatSourceSummary,
  getThreatTypeDistribution,
} from '@signet/contract/reports/analytics'
import type { ThreatSource } from '@signet/contract/threats/sources'
import { dayMs } from '@signet/contract/time'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The maximum number of days back that the server accepts. */
const daysBackMax = 366

/** What the blocks of the page are about: the last days of a company. */
export interface RangeProps {
  company: string
  rangeDays: number
  now: Date
}

/** The first calendar day (UTC, as the server counts) of a range that ends today. */
export function firstDayOf(rangeDays: number, now: Date): string {
  return new Date(Math.floor(now.getTime() / dayMs) * dayMs - (rangeDays - 1) * dayMs).toISOString().slice(0, 10)
}

/** Published threats of a range by source. */
export function sourceSummaryQuery(company: string, fromDate: string) {
  return queryOptions({
    queryKey: [company, 'home', 'sources', fromDate],
    queryFn: ({ signal }) => call(getThreatSourceSummary, { query: { company, fromDate }, signal }),
  })
}

/** The number of undecided threats of all time, either all or the critical ones. */
export function undecidedQuery(company: string, onlyCritical: boolean) {
  return queryOptions({
    queryKey: [company, 'home', 'undecided', onlyCritical],
    queryFn: async ({ signal }) => {
      const severity = onlyCritical ? { threatSeverity: ['Critical' as const] } : {}
      const query = { company, limit: 1, status: ['open' as const], ...severity }
      const { total, totalIsCapped } = await call(listAllThreats, { query, signal })
      return { total, isCapped: totalIsCapped ?? false }
    },
  })
}

/** Like `undecidedQuery`, of touts. */
export function undecidedToutsQuery(company: string, onlyCritical: boolean) {
  return queryOptions({
    queryKey: [company, 'home', 'undecidedTouts', onlyCritical],
    queryFn: async ({ signal }) => {
      const severity = onlyCritical ? { threatSeverity: ['Critical' as const] } : {}
      const query = { company, limit: 1, status: ['open' as const], ...severity }
      const { total, totalIsCapped } = await call(listAllTouts, { query, signal })
      return { total, isCapped: totalIsCapped ?? false }
    },
  })
}

/** The number of undecided threats that are assigned to the reader. */
export function assignedQuery(company: string) {
  return queryOptions({
    queryKey: [company, 'home', 'assigned'],
    queryFn: async ({ signal }) => {
      const query = { company, limit: 1, status: ['open' as const], assigned: ['me' as const] }
      return (await call(listAllThreats, { query, signal })).total
    },
  })
}

/** The most severe undecided threats in a range. */
export function recentQuery(company: string, daysBack: number) {
  const queryKey: readonly unknown[] = [company, 'home', 'recent', daysBack]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => call(getRecentThreats, { query: { company, daysBack }, signal }),
  })
}

/** Threats per day in the range and, as far back as the server goes, in the range before it. */
export function frequencyQuery(company: string, rangeDays: number, source?: ThreatSource) {
  const daysBack = Math.min(daysBackMax, rangeDays * 2)
  return queryOptions({
    queryKey: [company, 'home', 'frequency', rangeDays, source ?? 'All'],
    queryFn: ({ signal }) =>
      call(getThreatFrequency, {
        query: { company, daysBack, ...(source ? { threatSource: [source] } : {}) },
        signal,
      }),
  })
}

export function severitiesQuery(company: string, daysBack: number) {
  return queryOptions({
    queryKey: [company, 'home', 'severities', daysBack],
    queryFn: ({ signal }) => call(getThreatSeverityDistribution, { query: { company, daysBack }, signal }),
  })
}

export function typesQuery(company: string, daysBack: number) {
  return queryOptions({
    queryKey: [company, 'home', 'types', daysBack],
    queryFn: ({ signal }) => call(getThreatTypeDistribution, { query: { company, daysBack }, signal }),
  })
}

/** Running takedowns by step, and the results of the others in the range. */
export function takedownFiguresQuery(company: string, daysBack: number) {
  return queryOptions({
    queryKey: [company, 'home', 'takedowns', daysBack],
    queryFn: ({ signal }) => call(getTakedownFigures, { query: { company, daysBack }, signal }),
  })
}

/** The kinds of leaks that contain credentials for signing in. */
const credentialTypes: ReadonlySet<string> = new Set([
  'employeeCredentials',
  'customerCredentials',
  'stealerLogs',
  'comboLists',
  'sessionTokens',
])

/** The credentials found leaked in a range, and how many of them include a password. */
export function leakedQuery(company: string, daysBack: number) {
  return queryOptions({
    queryKey: [company, 'home', 'leaks', daysBack],
    queryFn: async ({ signal }) => {
      const kinds = await call(getLeakDistribution, { query: { company, daysBack, dateType: 'added' }, signal })
      const credentials = kinds.filter(({ key }) => credentialTypes.has(key))
      return {
        count: credentials.reduce((sum, { count }) => sum + count, 0),
        withPassword: credentials.reduce((sum, { withPassword }) => sum + withPassword, 0),
      }
    },
  })
}

export function toutSourcesQuery(company: string, daysBack: number) {
  return queryOptions({
    queryKey: [company, 'home', 'toutSources', daysBack],
    queryFn: ({ signal }) => call(getToutDistribution, { query: { company, daysBack }, signal }),
  })
}

export function toutFrequencyQuery(company: string, daysBack: number) {
  return queryOptions({
    queryKey: [company, 'home', 'toutFrequency', daysBack],
    queryFn: ({ signal }) => call(getToutFrequency, { query: { company, daysBack }, signal }),
  })
}

export function recentToutsQuery(company: string, daysBack: number) {
  return queryOptions({
    queryKey: [company, 'home', 'recentTouts', daysBack],
    queryFn: ({ signal }) => call(getRecentTouts, { query: { company, daysBack }, signal }),
  })
}

/** The company's own people, sorted by their number of decisions. */
export function peopleActivityQuery(company: string, daysBack: number) {
  return queryOptions({
    queryKey: [company, 'home', 'people', daysBack],
    queryFn: ({ signal }) => call(getPeopleActivity, { query: { company, daysBack }, signal }),
  })
}

/** When names were last scanned. */
export function lastScanQuery(company: string) {
  return queryOptions({
    queryKey: [company, 'home', 'lastScan'],
    queryFn: ({ signal }) => call(getLastScan, { query: { company }, signal }),
  })
}
