import * as z from 'zod/mini'
import { dayMs, hourMs, minuteMs } from '@signet/contract/time'
import { ConnectorError } from '../../connector-error.ts'
import { callApi, headerOf, replyOf, type ApiAnswer, type ApiCall, type RawAnswer } from '../call-api.ts'
import type { Access } from '../connector.ts'
import { valueAt } from '../read-records.ts'

/** Where Meta's Graph API is. */
export const graphBase = 'https://graph.facebook.com'
/** Meta answers each version for about two years. */
const version = 'v25.0'

/** What is not confirmed about every connector that uses it. */
export const graphUnconfirmed = 'the token in a header instead of the address'

const GraphError = z.object({ error: z.object({ code: z.int(), message: z.string() }) })

/** Too many calls of the app, the user, the page, or of a custom limit; those of business use cases have numbers from 80000. */
const isThrottled = (code: number) => [4, 17, 32, 613].includes(code) || (code >= 80_000 && code < 80_100)
/** A session or token that ended, and permissions that are missing. */
const isRefused = (code: number) => [10, 102, 190].includes(code) || (code >= 200 && code < 300)
/** An error of Meta's own that passes. */
const isPassing = (code: number) => code === 1 || code === 2

/**
 * Calls the Graph API. Errors have the status 400 and a code of their own, whatever happened.
 *
 * @param acceptedCode of an error that is an answer too
 * @throws ConnectorError
 */
export function callGraph(
  access: Access,
  { path, query }: Required<Pick<ApiCall, 'path' | 'query'>>,
  acceptedCode?: number,
): Promise<ApiAnswer> {
  const headers = { authorization: `Bearer ${access.credentials.token ?? ''}` }
  return callApi(access, { path: `/${version}${path}`, query, headers }, (answer, host) => {
    const read = z.safeParse(GraphError, answer.json)
    if (!read.success) return null
    const { status } = answer
    const { code, message } = read.data.error
    const reply = replyOf(access, message)
    if (code === acceptedCode) return 'accepted'
    if (isThrottled(code)) {
      return new ConnectorError('SERVER_THROTTLES', { host, status }, { status, retryAt: endOfThrottling(answer) })
    }
    if (isPassing(code)) return new ConnectorError('SERVER_FAILS', { host, status }, { status })
    return new ConnectorError(isRefused(code) ? 'API_KEY_REFUSED' : 'API_CALL_REFUSED', { host, reply }, { status })
  })
}

const Usage = z.record(z.string(), z.array(z.object({ estimated_time_to_regain_access: z.optional(z.number()) })))

/** Limits of business use cases say in how many minutes; all others count the calls of the last hour. */
function endOfThrottling({ headers }: Pick<RawAnswer, 'headers'>): Date {
  const usage = z.safeParse(Usage, parsed(headerOf({ headers }, 'x-business-use-case-usage') ?? ''))
  const minutes = usage.success
    ? Object.values(usage.data).flatMap((each) => each.map((limit) => limit.estimated_time_to_regain_access ?? 0))
    : []
  const longest = Math.max(0, ...minutes) * minuteMs
  return new Date(Date.now() + (longest > 0 ? Math.min(longest, dayMs) : hourMs))
}

/** Undefined for a header that is no JSON. */
function parsed(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text)
    return json
  } catch {
    return undefined
  }
}

/** The cursor of the next page; the last page has one too, but no address of another page. */
export function nextOf(json: unknown): string | null {
  const after = valueAt(json, 'paging.cursors.after')
  return typeof after === 'string' && valueAt(json, 'paging.next') !== undefined ? after : null
}
