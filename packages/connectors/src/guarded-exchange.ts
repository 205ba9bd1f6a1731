import { Client } from 'undici'
import { ConnectorError } from './connector-error.ts'
import { checkUrl, guardedConnector } from './guarded-connect.ts'

export interface GuardedExchangeOptions {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** Exceptions from the address and port rules, as `host:port`. */
  allowAddress?: readonly string[]
}

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
  const { method = 'GET', headers = {}, body, allowAddress = [] } = options
  const url = new URL(address)
  checkUrl(url, allowAddress)
  const client = new Client(url.origin, {
    connect: guardedConnector(url, allowAddress, timeouts.connectMs),
    headersTimeout: timeouts.headersMs,
    bodyTimeout: timeouts.headersMs,
    maxResponseSize: sizeMax,
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
      body: Buffer.from(await answer.body.arrayBuffer()),
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
