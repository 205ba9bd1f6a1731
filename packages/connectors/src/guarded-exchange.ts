import { Client } from 'undici'
import { causeOf } from '@signet/contract/errors/program-errors'
import type { Exit } from './capture/exits.ts'
import { ConnectorError } from './connector-error.ts'
import { guardedConnector } from './guarded-connect.ts'
import { checkUrl, type ResolveHost } from './public-address.ts'

/** One request and its limits; by default GET without a body. */
export interface GuardedExchangeOptions {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Exceptions from the address and port rules, as `host:port`. */
  allowAddress?: readonly string[]
  /** Resolves the addresses of a name; if missing, the system does. */
  lookup?: ResolveHost | undefined
  /** Number of bytes of the body to read; the rest is discarded. If missing, a body of more than `sizeMax` is an error. */
  readMax?: number
  /** Largest body in bytes; 1 MiB by default. */
  sizeMax?: number
  /** The proxy that the request leaves by; if missing, it leaves from this machine. */
  exit?: Exit | undefined
  /** For a page that only has to be seen, and to which nothing secret is sent. */
  acceptsAnyCertificate?: boolean | undefined
  /** Ends the exchange earlier than its own limit of time. */
  signal?: AbortSignal
}

/** The unmodified response, with any status; header names are in lower case. */
export interface GuardedExchange {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

const timeouts = { connectMs: 5_000, headersMs: 10_000, totalMs: 15_000 }
const defaultSizeMax = 1024 * 1024

/**
 * Sends one request of a protocol, e.g. to an identity provider, to public addresses only. Every response is returned, including errors and
 * redirects: redirects are not followed.
 *
 * @throws ConnectorError `refused` by our rules or for a response that is too large, otherwise `unreachable`
 */
export async function guardedExchange(
  address: string | URL,
  options: GuardedExchangeOptions = {},
): Promise<GuardedExchange> {
  const { method = 'GET', headers = {}, body, allowAddress = [], lookup, readMax, signal, ...more } = options
  const { sizeMax = defaultSizeMax, ...way } = more
  const limit = AbortSignal.timeout(timeouts.totalMs)
  const url = new URL(address)
  checkUrl(url, allowAddress)
  const client = new Client(url.origin, {
    connect: guardedConnector(url, allowAddress, timeouts.connectMs, lookup, way),
    headersTimeout: timeouts.headersMs,
    bodyTimeout: timeouts.headersMs,
    ...(readMax === undefined ? { maxResponseSize: sizeMax } : {}),
    allowH2: false,
  })
  try {
    const answer = await client.request({
      method,
      path: url.pathname + url.search,
      headers: { 'user-agent': 'Signet', ...headers },
      ...(body === undefined ? {} : { body }),
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
    })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body:
        readMax === undefined ? Buffer.from(await answer.body.arrayBuffer()) : await beginningOf(answer.body, readMax),
    }
  } catch (cause) {
    if (cause instanceof ConnectorError) throw cause
    const code = cause instanceof Error && cause.name === 'TimeoutError' ? 'timeout' : causeOf(cause).code
    throw code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE'
      ? new ConnectorError('RESPONSE_TOO_LARGE', { host: url.host, max: sizeMax }, { cause })
      : new ConnectorError('SERVER_UNREACHABLE', { host: url.host, code }, { cause })
  } finally {
    await client.destroy()
  }
}

/** The first bytes of a body; leaving the loop destroys the rest. */
async function beginningOf(body: AsyncIterable<Buffer>, bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= bytes) break
  }
  return Buffer.concat(chunks).subarray(0, bytes)
}
