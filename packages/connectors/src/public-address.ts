import dns from 'node:dns/promises'
import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'
import { ConnectorError } from './connector-error.ts'

/* Which addresses may be connected to. Apart from the connector for undici, which the process of a capture doesn't load. */

/**
 * Checks an address before anything is sent: http or https, port 80 or 443, no credentials.
 *
 * @param allowAddress exceptions as `host:port`, e.g. `127.0.0.1:8080`
 * @throws ConnectorError `refused`
 */
export function checkUrl(url: URL, allowAddress: readonly string[]): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ConnectorError('SCHEME_NOT_ALLOWED', { scheme: url.protocol.replace(/:$/, '') })
  }
  if (url.username || url.password) {
    throw new ConnectorError('ADDRESS_WITH_PASSWORD', { host: url.host })
  }
  // WHATWG URL omits the default port of the scheme; any other remaining port belongs to another service.
  if (url.port && url.port !== '80' && url.port !== '443' && !isAllowed(url, allowAddress)) {
    throw new ConnectorError('PORT_NOT_FETCHED', { host: url.hostname, port: url.port })
  }
}

/** Connecting to more addresses of one name would take too long. */
const addressesMax = 2

/** Resolves the addresses of a name; if missing, the system does. */
export type ResolveHost = (host: string) => Promise<readonly string[]>

/**
 * The addresses of a host that may be connected to, at most two, checked.
 *
 * @throws ConnectorError `refused` when one of them is not public, `unreachable` when there is none
 */
export async function resolvePublic(
  url: URL,
  allowAddress: readonly string[],
  timeoutMs: number,
  lookup?: ResolveHost,
): Promise<string[]> {
  const host = hostOf(url)
  const found = isIP(host) ? [host] : await resolve(host, timeoutMs, lookup)
  if (isAllowed(url, allowAddress)) return found.slice(0, addressesMax)
  const closed = found.find((address) => !isPublic(address))
  if (closed !== undefined) {
    throw new ConnectorError('ADDRESS_NOT_PUBLIC', { host: url.hostname, address: closed })
  }
  return found.slice(0, addressesMax)
}

/** Global unicast, except for the deprecated IPv4-compatible form of RFC 4291, section 2.5.5.1 (`::127.0.0.1`). */
function isPublic(text: string): boolean {
  const address = ipaddr.process(text)
  const isOldForm = address instanceof ipaddr.IPv6 && address.parts.slice(0, 6).every((part) => part === 0)
  return address.range() === 'unicast' && !isOldForm
}

async function resolve(host: string, timeoutMs: number, lookup: ResolveHost = bySystem): Promise<string[]> {
  const timer = new AbortController()
  try {
    const answer = await Promise.race([lookup(host), sleep(timeoutMs, null, { signal: timer.signal, ref: false })])
    if (!answer?.length) throw new ConnectorError('HOST_NOT_RESOLVED', { host })
    return [...answer]
  } catch (cause) {
    if (cause instanceof ConnectorError) throw cause
    throw new ConnectorError('HOST_NOT_RESOLVED', { host }, { cause })
  } finally {
    timer.abort()
  }
}

async function bySystem(host: string): Promise<string[]> {
  return (await dns.lookup(host, { all: true })).map(({ address }) => address)
}

function isAllowed(url: URL, allowAddress: readonly string[]): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return allowAddress.includes(`${url.hostname}:${port}`)
}

/** The host without the brackets of an IPv6 literal. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}
