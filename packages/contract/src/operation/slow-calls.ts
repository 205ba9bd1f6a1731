import * as z from 'zod/mini'
import { route } from '../route.ts'

/** A call is slow if 5 in 100 take longer than this. */
export const slowCallMs = 500
/** How far back calls are measured, in hours. */
export const slowCallHours = 24
/** As many as are listed. */
export const slowCallsMax = 10

/** A slow call. Its times are the upper ends of steps of 20 %: none was longer. */
export const SlowCall = z.object({
  method: z.string(),
  /** The template of the route, e.g. `/api/rest/threats/:source`. */
  path: z.string(),
  count: z.int(),
  p95ms: z.number(),
  longestMs: z.number(),
})
export type SlowCall = z.output<typeof SlowCall>

/**
 * The calls of the last 24 hours whose 95th percentile is above 500 ms, at most ten. The first hour counts whole. Event streams, which
 * stay open for hours, are left out.
 */
export const getSlowCalls = route({
  method: 'GET',
  path: '/diagnostics/slowCalls',
  summary: 'List the slowest calls of the last 24 hours, slowest first (response times accurate to 20 %)',
  access: 'systemHealth:check',
  response: z.array(SlowCall),
})
