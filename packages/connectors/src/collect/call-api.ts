import { lineOf } from '../abuse-reports/abuse-report.ts'
import { ConnectorError } from '../connector-error.ts'
import { guardedExchange, type GuardedExchange, type GuardedExchangeOptions } from '../guarded-exchange.ts'
import { statusError } from '../guarded-fetch.ts'
import type { Access } from './connector.ts'

/** One call of a provider's API. */
export interface ApiCall extends Pick<GuardedExchangeOptions, 'method' | 'headers' | 'body' | 'readMax'> {
  /** With a slash at its beginning. */
  path: string
  /** Added to the path; values that are missing are left out. */
  query?: Readonly<Record<string, string | number | undefined>>
}

/** A successful answer with its document. */
export interface ApiAnswer {
  json: unknown
  headers: GuardedExchange['headers']
}

/** An answer as a provider's own rules see it. */
export interface RawAnswer {
  status: number
  headers: GuardedExchange['headers']
  /** The document; undefined if the body isn't JSON. */
  json: unknown
}

/** The provider's own way of saying that a call failed, or that it succeeded with another status; null leaves both to the rules of HTTP. */
export type FailureOf = (answer: RawAnswer, host: string) => ConnectorError | 'accepted' | null

/** Search answers have some hundred records of some kilobytes. */
const sizeMax = 16 * 1024 * 1024

/**
 * Sends one call and reads the JSON document of its answer. Credentials never become part of an error.
 *
 * @throws ConnectorError of `failureOf`; otherwise `throttled`, `unauthorised`, `changed_format`, `unreachable` or `refused`
 */
export async function callApi(access: Access, call: ApiCall, failureOf: FailureOf = () => null): Promise<ApiAnswer> {
  const { host } = new URL(access.base)
  const answer = await sendCall(access, { ...call, headers: { accept: 'application/json', ...call.headers } })
  const json = jsonIn(answer.body)
  const failure = failureOf({ status: answer.status, headers: answer.headers, json }, host)
  if (failure instanceof ConnectorError) throw failure
  if (failure === null && answer.status !== 200) {
    throw statusError(host, answer.status, headerOf(answer, 'retry-after'))
  }
  if (json === undefined) throw new ConnectorError('API_ANSWER_CHANGED', { host, field: 'JSON' })
  return { json, headers: answer.headers }
}

/**
 * Sends one call when it is its turn, and returns every answer.
 *
 * @throws ConnectorError `throttled`, `unreachable` or `refused`
 */
export async function sendCall(access: Access, call: ApiCall): Promise<GuardedExchange> {
  await access.before()
  const { path, query = {}, ...rest } = call
  const url = new URL(access.base + path)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.append(name, String(value))
  }
  return await guardedExchange(url, {
    ...rest,
    sizeMax,
    ...(access.allowAddress ? { allowAddress: access.allowAddress } : {}),
    ...(access.lookup ? { lookup: access.lookup } : {}),
    ...(access.signal ? { signal: access.signal } : {}),
  })
}

/** A header of an answer; the first if it was sent several times. */
export function headerOf({ headers }: Pick<GuardedExchange, 'headers'>, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** The words of a provider in an error, without the credentials that it may repeat. */
export function replyOf(access: Pick<Access, 'credentials'>, text: string): string {
  const secrets = Object.values(access.credentials).flatMap((value) => value || [])
  return lineOf(secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text))
}

/** How JSON writes what PostgreSQL doesn't store: NUL, and halves of characters that were cut in two. Most such escapes are in pairs. */
const unstorable = /\\u(?:0000|d[89a-f])/i

/** A text without what PostgreSQL doesn't store. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

const storableValue = (_key: string, value: unknown): unknown => (typeof value === 'string' ? storable(value) : value)

/** The document of a body, without what PostgreSQL doesn't store; undefined if it isn't JSON. */
export function jsonIn(body: Buffer): unknown {
  try {
    const text = body.toString('utf8')
    const json: unknown = unstorable.test(text) ? JSON.parse(text, storableValue) : JSON.parse(text)
    return json
  } catch {
    return undefined
  }
}
