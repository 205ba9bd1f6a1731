import { STATUS_CODES } from 'node:http'
import type * as contract from '@signet/contract/operation/logs'
import { isoDay, dayMs, hourMs, minuteMs } from '@signet/contract/time'
import type { IdentityHandler } from '../../app/handler.ts'
import { rangeOf } from '../../app/range.ts'
import * as queries from './logs.queries.ts'

const chartDays = 30
const daysMax = 366

type Range = Parameters<typeof rangeOf>[0]

const rounded = (value: number) => Math.round(value * 100) / 100

/** The whole hours around a range; by default the last 30 days including today. */
function hoursOf(query: Range): queries.Hours {
  const range = rangeOf(query)
  const tomorrow = Math.ceil((Date.now() + 1) / dayMs) * dayMs
  const until = Math.ceil((range.until?.getTime() ?? tomorrow) / hourMs) * hourMs
  const from = Math.floor((range.from?.getTime() ?? until - chartDays * dayMs) / hourMs) * hourMs
  // A range that is open at one end has the same maximum length as a closed one.
  return { from: new Date(Math.max(from, until - daysMax * dayMs)), until: new Date(until) }
}

export const getSignInLogs: IdentityHandler<typeof contract.getSignInLogs> = {
  withIdentity: (context, { query }) => {
    const isNarrowed = query.company !== undefined && query.company.length > 0
    const companyIds = isNarrowed ? context.companies.map(({ id }) => id) : null
    return context.identity((tx) => queries.signInPage(tx, query, rangeOf(query), companyIds))
  },
}

export const getSignInRequestsByIp: IdentityHandler<typeof contract.getSignInRequestsByIp> = {
  withIdentity: async (context, { query }) => {
    const rows = await context.identity((tx) => queries.signInsByIp(tx, hoursOf(query)))
    return rows.map(({ ip, count, failed, last_at: lastAt }) => ({ ip, count, failed, lastAt: lastAt.toISOString() }))
  },
}

export const getIpBreakdown: IdentityHandler<typeof contract.getIpBreakdown> = {
  withIdentity: async (context, { query }) => {
    const rows = await context.identity((tx) => queries.requestsByIp(tx, hoursOf(query)))
    return rows.map(({ key, count }) => ({ key, label: key, count }))
  },
}

export const getLogs: IdentityHandler<typeof contract.getLogs> = {
  withIdentity: (context, { query }) => context.identity((tx) => queries.requestPage(tx, query, rangeOf(query))),
}

export const getMethodBreakdown: IdentityHandler<typeof contract.getMethodBreakdown> = {
  withIdentity: async (context, { query }) => {
    const rows = await context.identity((tx) => queries.requestsBy(tx, 'method', hoursOf(query)))
    return rows.map(({ key, count }) => ({ key, label: key, count }))
  },
}

export const getStatusCodeBreakdown: IdentityHandler<typeof contract.getStatusCodeBreakdown> = {
  withIdentity: async (context, { query }) => {
    const rows = await context.identity((tx) => queries.requestsBy(tx, 'status', hoursOf(query)))
    return rows.map(({ key, count }) => ({ key, label: `${key} ${STATUS_CODES[key] ?? ''}`.trim(), count }))
  },
}

export const getLogsByDate: IdentityHandler<typeof contract.getLogsByDate> = {
  withIdentity: async (context, { query }) => {
    const hours = hoursOf(query)
    const days = await context.identity((tx) => queries.requestsByDay(tx, hours))
    const first = Math.floor(hours.from.getTime() / dayMs)
    const end = Math.ceil(hours.until.getTime() / dayMs)
    return Array.from({ length: end - first }, (_, index) => {
      const date = isoDay((first + index) * dayMs)
      const { count = 0, refused = 0, failed = 0 } = days.get(date) ?? {}
      return { date, count, by: { done: count - refused - failed, refused, failed } }
    })
  },
}

export const getAverageRequests: IdentityHandler<typeof contract.getAverageRequests> = {
  withIdentity: async (context, { query }) => {
    const hours = hoursOf(query)
    const count = await context.identity((tx) => queries.countRequests(tx, hours))
    // Future days have no requests yet and are not counted.
    const until = Math.min(hours.until.getTime(), Date.now())
    const minutes = Math.max(1, (until - hours.from.getTime()) / minuteMs)
    const perMinute = count / minutes
    return { perMinute: rounded(perMinute), perHour: rounded(perMinute * 60), perDay: rounded(perMinute * 1440) }
  },
}

export const getTopEndpoints: IdentityHandler<typeof contract.getTopEndpoints> = {
  withIdentity: (context, { query }) => context.identity((tx) => queries.topEndpoints(tx, query.n, hoursOf(query))),
}
