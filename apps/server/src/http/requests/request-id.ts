import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'

/** The names that `trustProxy` of Fastify has for networks. */
const networks: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** A UUID, also without its hyphens, as nginx writes `$request_id`. */
const uuid = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i

/**
 * Makes the id of each request: that of its header `X-Request-Id` if a trusted proxy sent it as a UUID, otherwise a new one. It is in the
 * logs, in errors, in the audit log, and goes with jobs and emails.
 *
 * @param proxies addresses, networks, or names of networks
 */
export function requestIdsFrom(proxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = trustedBy(proxies)
  return ({ headers, socket }) => {
    const sent = headers['x-request-id']
    const parts = typeof sent === 'string' ? uuid.exec(sent)?.slice(1) : undefined
    return parts && isTrusted(socket.remoteAddress) ? parts.join('-').toLowerCase() : randomUUID()
  }
}

/** Whether an address is that of a trusted proxy. */
export function trustedBy(proxies: readonly string[]): (address: string | undefined) => boolean {
  const trusted = blockListOf(proxies)
  return (address) => address !== undefined && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

function blockListOf(proxies: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of proxies.flatMap((proxy) => networks[proxy] ?? proxy)) {
    const [address = '', bits] = range.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, prefixOf(bits), family)
  }
  return list
}

/** The length of a network's prefix, which may be written as a mask (`255.255.255.0`). */
function prefixOf(bits: string): number {
  if (!bits.includes('.')) return Number(bits)
  return bits
    .split('.')
    .map((byte) => Number(byte).toString(2).replaceAll('0', '').length)
    .reduce((sum, ones) => sum + ones, 0)
}
