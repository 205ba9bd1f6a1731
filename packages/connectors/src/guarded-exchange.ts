import { Client } from 'undici'
import { ConnectorError } from './connector-error.ts'
import { checkUrl, guardedConnector, type LookUp } from './guarded-connect.ts'

/** One request and its limits; GET without a body when nothing else is set. */
export interface GuardedExchangeOptions {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** Exceptions from the address and port rules, as `host:port`. */
  allowAddress?: readonly string[]
  /** Finds the addresses of a name; left out, the system does. */
  lookup?: LookUp | undefined
  /** The body is read up to so many bytes and the rest is left; left out, more than 1 MiB is an error. */
  readMax?: number
}

/** The answer as it came, whatever its status; header names are in lower case. */
export interface GuardedExchange {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

const timeouts = { connectMs: 5_000, headersMs: 10_000, totalMs: 15_000 }
const sizeMax = 1024 * 1024

/**
 * One request to a service that is part of a protocol, such as an identity provider, to public addresses only. Whatever it answers
 * is given back, errors and redirects as well: redirects are not followed.
 *
 * @throws ConnectorError `refused` by our rules or for an answer beyond 1 MiB, else `unreachable`
 */
export async function guardedExchange(
  address: string | URL,
  options: GuardedExchangeOptions = {},
): Promise<GuardedExchange> {
  const { method = 'GET', headers = {}, body, allowAddress = [], lookup, readMax } = options
  const url = new URL(address)
  checkUrl(url, allowAddress)
  const client = new Client(url.origin, {
    connect: guardedConnector(url, allowAddress, timeouts.connectMs, lookup),
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
      signal: AbortSignal.timeout(timeouts.totalMs),
    })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body:
        readMax === undefined ? Buffer.from(await answer.body.arrayBuffer()) : await beginningOf(answer.body, readMax),
    }
  } catch (cause) {
    if (cause instanceof ConnectorError) throw cause
    const isTooLarge = (cause as { code?: string }).code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE'
    throw isTooLarge
      ? new ConnectorError('refused', `${url.host} sends more than ${sizeMax} bytes`, { cause })
      : new ConnectorError('unreachable', `${url.host} does not answer`, { cause })
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
