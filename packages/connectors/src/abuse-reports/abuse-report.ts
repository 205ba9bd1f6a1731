import type { ConnectorErrorReason } from '@signet/contract/errors/connector-errors'
import type { Words } from '@signet/contract/wire'
import { ConnectorError } from '../connector-error.ts'
import type { ResolveHost } from '../public-address.ts'
import { guardedExchange, type GuardedExchange, type GuardedExchangeOptions } from '../guarded-exchange.ts'
import { statusError } from '../guarded-fetch.ts'

/** What a report says about a target. */
export interface AbuseReport {
  /** Ours, which the service is asked to keep with its ticket. */
  reference: string
  /** An http(s) address. */
  url: string
  kind: 'phishing' | 'malware'
  /** The brand or company that is imitated. */
  brand: string
  /** The official site of the brand; null if none is known. */
  officialUrl: string | null
  /** Why the target is reported, as plain text. */
  text: string
  /** Who reports; services answer there. */
  reporter: { name: string; email: string }
}

/** The account with a service, and where the service is. */
export interface ServiceAccount {
  /** An account id or a key's name; empty for services without one. */
  account: string
  /** The secret; empty for services without one. */
  key: string
  /** The base address of the service, without a slash at its end. */
  base: string
  /** Exceptions from the address and port rules, as `host:port`. */
  allowAddress?: readonly string[] | undefined
  lookup?: ResolveHost | undefined
}

/** What became of a report. Only `unknown` leaves open whether the service has it. */
export type Submission =
  | { state: 'sent'; ticket: string }
  | { state: 'refused'; reason: Words }
  | { state: 'temporary'; reason: Words; retryAt: Date | null }
  | { state: 'unknown'; reason: Words }

/** What a service says about a ticket, with its words. */
export interface TicketAnswer {
  status: 'open' | 'acknowledged' | 'actioned' | 'refused'
  text: string
}

/** A service that takes reports. */
export interface AbuseReportService {
  /** Where the service is, if the account names no other place. */
  base: string
  submit(account: ServiceAccount, report: AbuseReport): Promise<Submission>
  /**
   * Tests an account without reporting anything.
   *
   * @throws ConnectorError if the service doesn't accept it or doesn't answer
   */
  check(account: ServiceAccount): Promise<void>
  /**
   * Looks a ticket up.
   *
   * @throws ConnectorError if the service doesn't answer as documented
   */
  lookUp(account: ServiceAccount, ticket: string, report: AbuseReport): Promise<TicketAnswer>
}

/** Failures of a connection before the request is sent: the service can't have it. */
const beforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/**
 * Sends a report once, and says what is known about the result. A status of the service is definite, except an error of its own (5xx):
 * then, and when the connection ends without an answer, the service may have the report.
 *
 * @param ticketIn the ticket id in a successful answer; null if there is none
 */
export async function submitOnce(
  account: ServiceAccount,
  path: string,
  request: Pick<GuardedExchangeOptions, 'headers' | 'body'>,
  ticketIn: (answer: unknown) => string | null,
): Promise<Submission> {
  let answer: GuardedExchange
  try {
    answer = await exchange(account, path, { method: 'POST', ...request })
  } catch (error) {
    return judge(error)
  }
  const { status } = answer
  if (status >= 200 && status < 300) {
    const ticket = ticketIn(jsonOf(answer))
    return ticket === null
      ? { state: 'unknown', reason: because(new ConnectorError('TICKET_MISSING', { status })) }
      : { state: 'sent', ticket }
  }
  const reply = `${status} ${lineOf(answer.body.toString('utf8'))}`.trim()
  const reason = because(new ConnectorError('SERVICE_REPLIED', { reply }))
  if (status === 429 || status === 503) return { state: 'temporary', reason, retryAt: retryAtOf(answer) }
  if (status >= 500 || status === 408) return { state: 'unknown', reason }
  return { state: 'refused', reason }
}

/** The reason of an error, as words to store. */
export const because = ({ reason, parameters }: ConnectorError): Words => ({ reason, parameters })

function judge(error: unknown): Submission {
  if (!(error instanceof ConnectorError)) throw error
  const code = 'code' in error.parameters ? String(error.parameters['code']) : ''
  if (error.kind === 'refused' && error.reason !== ('RESPONSE_TOO_LARGE' satisfies ConnectorErrorReason)) {
    return { state: 'refused', reason: because(error) }
  }
  return beforeSending.has(code)
    ? { state: 'temporary', reason: because(error), retryAt: null }
    : { state: 'unknown', reason: because(error) }
}

/** When to try again: Retry-After (RFC 9110, section 10.2.3), or the seconds of `X-Rate-Limit-Reset-After`. */
function retryAtOf({ status, headers }: GuardedExchange): Date | null {
  const after = headers['retry-after'] ?? headers['x-rate-limit-reset-after']
  return statusError('', status, Array.isArray(after) ? after[0] : after).retryAt ?? null
}

/**
 * Reads a JSON document of a service.
 *
 * @throws ConnectorError `throttled`, `unauthorised`, `unreachable` or `changed_format`
 */
export async function readJson(
  account: ServiceAccount,
  path: string,
  request: Omit<GuardedExchangeOptions, 'allowAddress' | 'lookup'>,
): Promise<unknown> {
  const answer = await exchange(account, path, request)
  const host = new URL(account.base).host
  if (answer.status !== 200) {
    const after = answer.headers['retry-after']
    throw statusError(host, answer.status, Array.isArray(after) ? after[0] : after)
  }
  const json = jsonOf(answer)
  if (json === null) throw new ConnectorError('RESPONSE_DAMAGED', { host })
  return json
}

const exchange = (account: ServiceAccount, path: string, request: GuardedExchangeOptions) =>
  guardedExchange(`${account.base}${path}`, {
    ...request,
    headers: { accept: 'application/json', ...request.headers },
    ...(account.allowAddress ? { allowAddress: account.allowAddress } : {}),
    ...(account.lookup ? { lookup: account.lookup } : {}),
  })

function jsonOf({ body }: GuardedExchange): unknown {
  try {
    const json: unknown = JSON.parse(body.toString('utf8'))
    return json
  } catch {
    // Not JSON: the caller says what that means.
    return null
  }
}

/** The text at a path of an answer, e.g. `result.status`; null if there is none. */
export function textAt(value: unknown, path: string): string | null {
  let at: unknown = value
  for (const key of path.split('.')) {
    at = typeof at === 'object' && at !== null ? (Object.entries(at).find(([name]) => name === key)?.[1] ?? null) : null
  }
  return typeof at === 'string' ? at : typeof at === 'number' ? String(at) : null
}

const reasonMax = 300

/** The beginning of an untrusted answer on one line. */
// oxlint-disable-next-line eslint/no-control-regex -- the expression removes control characters
export const lineOf = (text: string) => text.replaceAll(/[\u0000-\u001F\u007F]+/g, ' ').slice(0, reasonMax)
