import * as z from 'zod/mini'
import { dayMs, hourMs, minuteMs, secondMs } from '@signet/contract/time'
import { ConnectorError } from '../../connector-error.ts'
import { headerOf, replyOf, type FailureOf } from '../call-api.ts'
import type { Access } from '../connector.ts'

/** Older APIs give reasons in `errors`, newer ones in `details` (google.rpc.Status). */
const Failure = z.object({
  error: z.object({
    message: z._default(z.string(), ''),
    status: z.optional(z.string()),
    errors: z._default(z.array(z.object({ reason: z.optional(z.string()) })), []),
    details: z._default(
      z.array(
        z.object({
          reason: z.optional(z.string()),
          retryDelay: z.optional(z.string()),
          metadata: z.optional(z.object({ quota_limit: z.optional(z.string()) })),
        }),
      ),
      [],
    ),
  }),
})

const dayReasons = new Set(['quotaExceeded', 'dailyLimitExceeded'])
const minuteReasons = new Set([
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'RATE_LIMIT_EXCEEDED',
  'RESOURCE_EXHAUSTED',
])
const keyReasons = new Set(['API_KEY_INVALID', 'keyInvalid'])
/** The zone in which Google's quotas of a day begin. */
const quotaZone = 'America/Los_Angeles'

/** How Google's APIs say that a call failed. */
export const googleFailureOf =
  (access: Access): FailureOf =>
  ({ status, headers, json }, host) => {
    const read = z.safeParse(Failure, json)
    if (!read.success || status < 400 || status >= 500) return null
    const { message, status: name, errors, details } = read.data.error
    const reasons = [name, ...errors.map(({ reason }) => reason), ...details.map(({ reason }) => reason)]
    const has = (known: ReadonlySet<string>) => reasons.some((reason) => reason !== undefined && known.has(reason))
    const limits = [message, ...details.map(({ metadata }) => metadata?.quota_limit ?? '')]
    const isOfDay = has(dayReasons) || limits.some((limit) => /per ?day/i.test(limit))
    if (isOfDay && (status === 429 || status === 403)) {
      return new ConnectorError('API_QUOTA_USED', { host }, { status, retryAt: nextMidnight(new Date(), quotaZone) })
    }
    if (status === 429 || has(minuteReasons)) {
      const delay = details.map(({ retryDelay }) => retryDelay).find((each) => each !== undefined)
      const seconds = Number(headerOf({ headers }, 'retry-after') ?? delay?.replace(/s$/, ''))
      const waitMs = Number.isFinite(seconds) ? seconds * secondMs : minuteMs
      return new ConnectorError(
        'SERVER_THROTTLES',
        { host, status },
        { status, retryAt: new Date(Date.now() + Math.min(waitMs, dayMs)) },
      )
    }
    const reply = replyOf(access, message)
    return status === 401 || status === 403 || has(keyReasons)
      ? new ConnectorError('API_KEY_REFUSED', { host, reply }, { status })
      : new ConnectorError('API_CALL_REFUSED', { host, reply }, { status })
  }

/** The next beginning of a day in a zone, also on days of 23 or 25 hours. */
export function nextMidnight(now: Date, timeZone: string): Date {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', timeStyle: 'medium' })
  const sinceMidnight = (at: Date) => {
    const [hours = 0, minutes = 0, seconds = 0] = format.format(at).split(':').map(Number)
    return hours * hourMs + minutes * minuteMs + seconds * secondMs + (at.getTime() % secondMs)
  }
  const about = now.getTime() + dayMs - sinceMidnight(now)
  const late = sinceMidnight(new Date(about))
  return new Date(about - (late > dayMs / 2 ? late - dayMs : late))
}
