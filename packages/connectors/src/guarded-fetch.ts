import { Readable, pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Client, type Dispatcher } from 'undici'
import { dayMs } from '@signet/contract/time'
import { ConnectorError } from './connector-error.ts'
import { guardedConnector } from './guarded-connect.ts'
import { checkUrl, type ResolveHost } from './public-address.ts'

/** Limits of one download; times are in milliseconds. */
export interface GuardedFetchOptions {
  /** Exceptions from the address and port rules, as `host:port`: for tests and for the operator's own services. */
  allowAddress?: readonly string[]
  /** Resolves the addresses of a name; if missing, the system does. */
  lookup?: ResolveHost | undefined
  /** Additional request headers, e.g. a key; they are not sent to another origin after a redirect. */
  headers?: Record<string, string>
  /** The `etag` of an earlier response: an unchanged document is returned as `isNotModified` without a body. */
  etag?: string
  /** The `lastModified` of an earlier response, for servers without an `etag`. */
  lastModified?: string
  /** What the server's own rules say of a status other than success; null leaves it to the rules of HTTP. */
  failureOf?: (answer: Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>, host: string) => ConnectorError | null
  /** Largest body in bytes after decompression; 5 MiB by default. */
  sizeMax?: number
  connectTimeoutMs?: number
  headersTimeoutMs?: number
  /** For the whole download, including the body; 20 s by default. */
  totalTimeoutMs?: number
  signal?: AbortSignal
}

/** The response of a successful download; its body is a stream. */
export interface GuardedResponse {
  /** The final address after redirects. */
  url: URL
  /** Value for a later `etag` option. */
  etag?: string
  /** Value for a later `lastModified` option. */
  lastModified?: string
  isNotModified: boolean
  contentType: string
  /** The decompressed body, which can be read once; leaving the loop early closes the connection. */
  body: AsyncGenerator<Buffer, void, undefined>
}

const redirectsMax = 3
const defaults = { connectTimeoutMs: 5_000, headersTimeoutMs: 10_000, totalTimeoutMs: 20_000, sizeMax: 5 * 1024 * 1024 }
/**
 * Text has compression ratios of 3 to 20; a much higher ratio indicates a decompression bomb. It is checked from 1 MiB on, where the ratio
 * is meaningful.
 */
const ratioMax = 100
const ratioFromBytes = 1024 * 1024
const retryAfterMaxMs = dayMs
/** Statuses whose `Location` is followed (RFC 9110, section 15.4). */
export const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Fetches a document by GET, from public addresses only.
 *
 * Names are resolved once, and the connection uses the checked address. Redirects are followed manually, at most 3, and each target is
 * checked. No cookies, no referrer, `Signet` as user agent.
 *
 * @throws ConnectorError `refused` by our rules; `throttled` on 429 and on 503 with Retry-After; `unauthorised` on 401 and 403;
 *   `changed_format` on another 4xx; otherwise `unreachable`. Reading the body throws too: `unreachable` when the connection is
 *   interrupted, `refused` when the body is too large
 */
export async function guardedFetch(address: string | URL, options: GuardedFetchOptions = {}): Promise<GuardedResponse> {
  const settings = { allowAddress: [], headers: {}, ...defaults, ...options }
  const timeout = AbortSignal.timeout(settings.totalTimeoutMs)
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout
  const start = parseUrl(address)
  let url = start
  for (let hop = 0; hop <= redirectsMax; hop += 1) {
    checkUrl(url, settings.allowAddress)
    const { client, answer } = await request(url, url.origin === start.origin ? settings.headers : {}, settings, signal)
    const location = redirectStatuses.has(answer.statusCode) ? header(answer, 'location') : undefined
    if (location === undefined) {
      const failure = failureOf(url, answer, settings)
      if (failure || answer.statusCode === 304) await discard(client, answer)
      if (failure) throw failure
      const etag = header(answer, 'etag')
      const lastModified = header(answer, 'last-modified')
      return {
        url,
        ...(etag === undefined ? {} : { etag }),
        ...(lastModified === undefined ? {} : { lastModified }),
        isNotModified: answer.statusCode === 304,
        contentType: header(answer, 'content-type') ?? '',
        body: readBody(url, client, answer, settings.sizeMax),
      }
    }
    await discard(client, answer)
    url = parseUrl(location, url)
  }
  throw new ConnectorError('REDIRECTS_TOO_MANY', { host: start.host, max: redirectsMax })
}

async function request(
  url: URL,
  extra: Record<string, string>,
  settings: typeof defaults & GuardedFetchOptions,
  signal: AbortSignal,
): Promise<{ client: Client; answer: Dispatcher.ResponseData }> {
  const { allowAddress = [], connectTimeoutMs, headersTimeoutMs, etag, lastModified, lookup } = settings
  const client = new Client(url.origin, {
    connect: guardedConnector(url, allowAddress, connectTimeoutMs, lookup),
    headersTimeout: headersTimeoutMs,
    bodyTimeout: headersTimeoutMs,
    allowH2: false,
  })
  const headers = {
    'user-agent': 'Signet',
    accept: '*/*',
    'accept-encoding': 'gzip',
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
    ...(lastModified === undefined ? {} : { 'if-modified-since': lastModified }),
    ...extra,
  }
  try {
    const answer = await client.request({ method: 'GET', path: url.pathname + url.search, headers, signal })
    return { client, answer }
  } catch (cause) {
    await client.destroy()
    throw connectionError(url, cause)
  }
}

async function* readBody(
  url: URL,
  client: Client,
  answer: Dispatcher.ResponseData,
  sizeMax: number,
): AsyncGenerator<Buffer, void, undefined> {
  const encoding = (header(answer, 'content-encoding') ?? 'identity').toLowerCase()
  let received = 0
  let size = 0
  answer.body.on('data', (chunk: Buffer) => (received += chunk.length))
  answer.body.pause()
  try {
    for await (const chunk of decoded(url, answer.body, encoding)) {
      size += chunk.length
      if (size > sizeMax) throw new ConnectorError('RESPONSE_TOO_LARGE', { host: url.host, max: sizeMax })
      if (size > ratioFromBytes && size > received * ratioMax) {
        throw new ConnectorError('RESPONSE_TOO_DENSE', { host: url.host, max: ratioMax })
      }
      yield chunk
    }
  } catch (cause) {
    throw connectionError(url, cause)
  } finally {
    await client.destroy()
  }
}

function decoded(url: URL, body: Readable, encoding: string): Readable {
  if (encoding === 'identity') return body
  if (encoding !== 'gzip' && encoding !== 'x-gzip') {
    throw new ConnectorError('RESPONSE_ENCODING_UNKNOWN', { host: url.host, encoding })
  }
  // An error of either stream ends the other and is thrown to the reader.
  return pipeline(body, createGunzip(), () => {})
}

async function discard(client: Client, answer: Dispatcher.ResponseData): Promise<void> {
  // Destroying the connection emits an error on the unread body, which must be handled.
  answer.body.on('error', () => {})
  await client.destroy()
}

function failureOf(
  url: URL,
  answer: Dispatcher.ResponseData,
  { failureOf: ofServer }: GuardedFetchOptions,
): ConnectorError | null {
  if (answer.statusCode === 200 || answer.statusCode === 304) return null
  return ofServer?.(answer, url.host) ?? statusError(url.host, answer.statusCode, header(answer, 'retry-after'))
}

/** The error for a response with a status other than success. */
export function statusError(host: string, status: number, retryAfter: string | undefined): ConnectorError {
  const retryAt = retryTime(retryAfter)
  const reason =
    status === 429 || (status === 503 && retryAt)
      ? 'SERVER_THROTTLES'
      : status === 401 || status === 403
        ? 'SERVER_UNAUTHORISED'
        : status >= 500 || status === 408
          ? 'SERVER_FAILS'
          : 'SERVER_STATUS_UNEXPECTED'
  return new ConnectorError(reason, { host, status }, { retryAt, status })
}

/** A date of HTTP, or of ISO 8601 as some providers write it. Other texts, such as `12.5`, would be read as dates too. */
const writtenDate = /^(?:[a-z]{3,9},? |\d{4}-\d{2}-\d{2}T).*\d{2}:\d{2}/i

/**
 * The instant in a Retry-After header, given as seconds or as an HTTP date (RFC 9110, section 10.2.3); limited to one day ahead, so that a
 * server with a wrong clock can't stop a connector for years. What isn't in the future, or is neither, names no time: the caller then waits
 * as after other failures.
 */
function retryTime(value: string | undefined): Date | undefined {
  if (value === undefined) return undefined
  const now = Date.now()
  const text = value.trim()
  const at = /^\d+(?:\.\d+)?$/.test(text) ? now + Number(text) * 1000 : writtenDate.test(text) ? Date.parse(text) : now
  return at > now ? new Date(Math.min(at, now + retryAfterMaxMs)) : undefined
}

function connectionError(url: URL, cause: unknown): ConnectorError {
  if (cause instanceof ConnectorError) return cause
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (code.startsWith('Z_') && code !== 'Z_BUF_ERROR') {
    return new ConnectorError('RESPONSE_DAMAGED', { host: url.host }, { cause })
  }
  const isTimeout = cause instanceof Error && cause.name === 'TimeoutError'
  return new ConnectorError('SERVER_UNREACHABLE', { host: url.host, code: isTimeout ? 'timeout' : code }, { cause })
}

/** @throws ConnectorError `refused` */
export function parseUrl(address: string | URL, base?: URL): URL {
  try {
    return new URL(address, base)
  } catch (cause) {
    throw base
      ? new ConnectorError('REDIRECT_INVALID', { host: base.host }, { cause })
      : new ConnectorError('ADDRESS_INVALID', {}, { cause })
  }
}

function header(answer: Dispatcher.ResponseData, name: string): string | undefined {
  const value = answer.headers[name]
  return Array.isArray(value) ? value[0] : value
}
