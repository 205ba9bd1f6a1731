import * as z from 'zod/mini'
import { signInReasons, signInResults } from '../access/account.ts'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/*
 * The request and sign-in logs of the whole installation, for a superAdmin. Days are in UTC; figures are computed by whole hours, so an
 * instant inside an hour includes that hour. Without a range, lists show everything and figures the last 30 days.
 */

/** One sign-in attempt, with the address as it was typed. */
export const SignInLog = z.object({
  at: wire.time,
  email: z.string(),
  /** The company of the account; null when there is no such account. */
  company: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  method: z.string(),
  result: z.enum(signInResults),
  reason: z.optional(z.enum(signInReasons)),
})
export type SignInLog = z.output<typeof SignInLog>

/** Paging and filters of the sign-in log; `ip` matches one address exactly. */
export const SignInLogQuery = z.object({
  company: z.optional(wire.csv),
  ...wire.paging(['at']),
  ...wire.range,
  result: z.optional(z.enum(signInResults)),
  ip: z.optional(wire.text(50)),
})
export type SignInLogQuery = z.output<typeof SignInLogQuery>

/** Attempts with an address that has no account are only listed when no company is named. */
export const getSignInLogs = route({
  method: 'GET',
  path: '/logs/getSignInLogs',
  summary: 'List sign-in attempts, newest first; optionally only of accounts of some companies',
  access: 'logs:read',
  companies: 'many',
  query: SignInLogQuery,
  response: wire.page(SignInLog),
})

const rangeQuery = z.object(wire.range)

/** `count` includes `failed` (refused or throttled). At most 100 addresses; the range is widened to whole hours. */
export const getSignInRequestsByIp = route({
  method: 'GET',
  path: '/logs/getSignInRequestsBYIP',
  summary: 'Count sign-in attempts by address, most frequent first',
  access: 'logs:read',
  query: rangeQuery,
  response: z.array(z.object({ ip: z.string(), count: z.int(), failed: z.int(), lastAt: wire.time })),
})

/** At most 100 addresses; the range is widened to whole hours. */
export const getIpBreakdown = route({
  method: 'GET',
  path: '/logs/getIPBreakdown',
  summary: 'Count requests by address, most frequent first',
  access: 'logs:read',
  query: rangeQuery,
  response: z.array(wire.Slice),
})

/** One request to the API; `ms` is the response time, `user` an email address. */
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

/** The methods of logged requests. */
export const loggedMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const
/** Paging and filters of the request log; `path` matches any part of a path, `ip` and `userEmail` match exactly. */
export const RequestLogQuery = z.object({
  ...wire.paging(['at']),
  ...wire.range,
  method: z.optional(wire.csvOf(loggedMethods)),
  statusCode: z.optional(
    wire.csv.check(z.refine((codes) => codes.every((code) => /^[1-5]\d\d$/.test(code)), 'codes from 100 to 599')),
  ),
  path: z.optional(wire.text(200)),
  ip: z.optional(wire.text(50)),
  userEmail: z.optional(wire.text(320)),
})
export type RequestLogQuery = z.output<typeof RequestLogQuery>

/** Entries are deleted after a limited time. `searchQuery` searches path, user, company and address. */
export const getLogs = route({
  method: 'GET',
  path: '/logs/getLogs',
  summary: 'List requests, newest first',
  access: 'logs:read',
  query: RequestLogQuery,
  response: wire.page(RequestLogEntry),
})

/** Slices by HTTP method; the range is widened to whole hours. */
export const getMethodBreakdown = route({
  method: 'GET',
  path: '/logs/getMethodBreakdown',
  summary: 'Count requests by method, most frequent first',
  access: 'logs:read',
  query: rangeQuery,
  response: z.array(wire.Slice),
})

/** Slices by HTTP status, labelled with its reason phrase (RFC 9110, section 15). */
export const getStatusCodeBreakdown = route({
  method: 'GET',
  path: '/logs/getStatuscodeBreakdown',
  summary: 'Count requests by response status, in order of the status',
  access: 'logs:read',
  query: rangeQuery,
  response: z.array(wire.Slice),
})

/** `by` splits each day into `done`, `refused` (4xx) and `failed` (5xx). */
export const getLogsByDate = route({
  method: 'GET',
  path: '/logs/getLogsByDate',
  summary: 'Count requests and failed requests per day; days without requests are included',
  access: 'logs:read',
  query: rangeQuery,
  response: z.array(wire.Point),
})

/** Rounded to two decimals; the part of a range that is in the future does not count. */
export const getAverageRequests = route({
  method: 'GET',
  path: '/logs/getAverageRequests',
  summary: 'Get the average number of requests per minute, hour and day',
  access: 'logs:read',
  query: rangeQuery,
  response: z.object({ perMinute: z.number(), perHour: z.number(), perDay: z.number() }),
})

/** `p95ms` is computed from a histogram, hence the tolerance of 20 %. */
export const getTopEndpoints = route({
  method: 'GET',
  path: '/logs/getTopEndpoints',
  summary: 'List the most frequent calls with their 95th percentile response time (accurate to 20 %)',
  access: 'logs:read',
  query: z.object({ ...wire.range, n: z._default(wire.int(1, 100), 10) }),
  response: z.array(z.object({ method: z.string(), path: z.string(), count: z.int(), p95ms: z.number() })),
})
