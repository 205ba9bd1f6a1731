import { listAllThreats } from '@signet/contract/threats'
import { getTakedownStatuses, listTakedowns } from '@signet/contract/takedowns'
import {
  getRecentThreats,
  getThreatFrequency,
  getThreatSeverityDistribution,
  getThreatSourceSummary,
  getThreatTypeDistribution,
} from '@signet/contract/analytics'
import type { ThreatSource } from '@signet/contract/sources'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { runningStatuses } from './figures.ts'

/** The server answers for at most so many days back. */
const daysBackMax = 366
const casesMax = 200

/** The first calendar day (UTC, as the server counts) of a range that ends today. */
export function firstDayOf(rangeDays: number, now: Date): string {
  const dayMs = 86_400_000
  return new Date(Math.floor(now.getTime() / dayMs) * dayMs - (rangeDays - 1) * dayMs).toISOString().slice(0, 10)
}

/** Published threats of a range by source. */
export function sourceSummaryQuery(company: string, fromDate: string) {
  return queryOptions({
    queryKey: [company, 'home', 'sources', fromDate],
    queryFn: ({ signal }) => call(getThreatSourceSummary, { query: { company, fromDate }, signal }),
  })
}

/** How many threats of all time wait for a decision, all or the critical ones. */
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

/** The worst undecided threats of a range. */
export function recentQuery(company: string, daysBack: number) {
  return queryOptions({
    queryKey: [company, 'home', 'recent', daysBack] as readonly unknown[],
    queryFn: ({ signal }) => call(getRecentThreats, { query: { company, daysBack }, signal }),
  })
}

/** Threats a day over the range and, where the server goes back so far, over the range before it. */
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

/** How many takedowns there are in each status, all time. */
export function takedownCountsQuery(company: string) {
  return queryOptions({
    queryKey: [company, 'takedowns', 'options', 'status'],
    queryFn: ({ signal }) => call(getTakedownStatuses, { query: { company }, signal }),
  })
}

/** The running cases that are open longest. */
export function runningCasesQuery(company: string) {
  return queryOptions({
    queryKey: [company, 'home', 'running'],
    queryFn: ({ signal }) => {
      const query = {
        company,
        limit: casesMax,
        sortField: 'requestedAt' as const,
        sortDirection: 'asc' as const,
        takedownStatus: [...runningStatuses],
      }
      return call(listTakedowns, { query, signal })
    },
  })
}

/** Cases requested in a range whose target is gone, newest first. */
export function removedCasesQuery(company: string, fromDate: string) {
  return queryOptions({
    queryKey: [company, 'home', 'removed', fromDate],
    queryFn: ({ signal }) =>
      call(listTakedowns, {
        query: { company, limit: casesMax, fromDate, takedownStatus: ['offline_monitoring', 'resolved'] },
        signal,
      }),
  })
}
