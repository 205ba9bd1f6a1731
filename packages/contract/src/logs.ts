import * as z from 'zod/mini'
import { route } from './route.ts'
import * as wire from './wire.ts'

/*
 * What a superAdmin sees of the requests and sign-ins of the whole installation. Days are days of UTC; figures go by whole hours, so
 * an instant inside an hour counts that hour. Without a range, lists show everything and figures the last 30 days.
 */

/** `challenged`: the password was right, and the second factor was asked for. */
export const signInResults = ['ok', 'challenged', 'refused', 'throttled'] as const

export const SignInLog = z.object({
  at: wire.time,
  email: z.string(),
  /** The company of the account; null when there is no such account. */
  company: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  method: z.string(),
  result: z.string(),
  reason: z.optional(z.string()),
})
export type SignInLog = z.output<typeof SignInLog>

export const SignInLogQuery = z.object({
  company: z.optional(wire.csv),
  ...wire.paging(['at']),
  ...wire.range,
  result: z.optional(z.enum(signInResults)),
  ip: z.optional(wire.text(50)),
})
export type SignInLogQuery = z.output<typeof SignInLogQuery>

export const getSignInLogs = route({
  method: 'GET',
  path: '/logs/getSignInLogs',
  summary: 'Attempts to sign in, newest first; of the accounts of some companies when they are named',
  access: 'logs:read',
  companies: 'many',
  query: SignInLogQuery,
  response: wire.page(SignInLog),
})

const rangeQuery = z.object(wire.range)

export const getSignInRequestsByIp = route({
  method: 'GET',
  path: '/logs/getSignInRequestsBYIP',
  summary: 'Addresses that tried to sign in, the most frequent first',
  access: 'logs:read',
  query: rangeQuery,
  response: z.array(z.object({ ip: z.string(), count: z.int(), failed: z.int(), lastAt: wire.time })),
})

export const getIpBreakdown = route({
  method: 'GET',
  path: '/logs/getIPBreakdown',
  summary: 'Requests by address, the most frequent first',
  access: 'logs:read',
  query: rangeQuery,
  response: z.array(wire.Slice),
})

export const RequestLogEntry = z.object({
  at: wire.time,
  method: z.string(),
  path: z.string(),
  status: z.int(),
  ms: z.number(),
  ip: z.nullable(z.string()),
  user: z.optional(z.string()),
  company: z.optional(z.string()),
  requestId: z.nullable(z.string()),
})
export type RequestLogEntry = z.output<typeof RequestLogEntry>

export const RequestLogQuery = z.object({
  ...wire.paging(['at']),
  ...wire.range,
  method: z.optional(wire.csvOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])),
  statusCode: z.optional(
    wire.csv.check(z.refine((codes) => codes.every((code) => /^[1-5]\d\d$/.test(code)), 'codes from 100 to 599')),
  ),
  path: z.optional(wire.text(200)),
  ip: z.optional(wire.text(50)),
  userEmail: z.optional(wire.text(320)),
})
export type RequestLogQuery = z.output<typeof RequestLogQuery>

export const getLogs = route({
  method: 'GET',
  path: '/logs/getLogs',
  summary: 'Requests, newest first',
  access: 'logs:read',
  query: RequestLogQuery,
  response: wire.page(RequestLogEntry),
})

export const getMethodBreakdown = route({
  method: 'GET',
  path: '/logs/getMethodBreakdown',
  summary: 'Requests by method, the most frequent first',
  access: 'logs:read',
  query: rangeQuery,
  response: z.array(wire.Slice),
})

export const getStatusCodeBreakdown = route({
  method: 'GET',
  path: '/logs/getStatuscodeBreakdown',
  summary: 'Requests by the status of their answer, in its order',
  access: 'logs:read',
  query: rangeQuery,
  response: z.array(wire.Slice),
})

export const getLogsByDate = route({
  method: 'GET',
  path: '/logs/getLogsByDate',
  summary: 'Requests a day, every day present, and how many of them failed',
  access: 'logs:read',
  query: rangeQuery,
  response: z.array(wire.Point),
})

export const getAverageRequests = route({
  method: 'GET',
  path: '/logs/getAverageRequests',
  summary: 'Requests a minute, hour and day on average',
  access: 'logs:read',
  query: rangeQuery,
  response: z.object({ perMinute: z.number(), perHour: z.number(), perDay: z.number() }),
})

export const getTopEndpoints = route({
  method: 'GET',
  path: '/logs/getTopEndpoints',
  summary: 'The calls made most often, and the time that 95 in 100 of them were answered within (to 20 %)',
  access: 'logs:read',
  query: z.object({ ...wire.range, n: z._default(wire.int(1, 100), 10) }),
  response: z.array(z.object({ method: z.string(), path: z.string(), count: z.int(), p95ms: z.number() })),
})
