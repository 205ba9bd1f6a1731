import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { resolverOf, answerOf, type DnsOptions } from './read-dns.ts'

const zones = { ipv4: 'origin.asn.cymru.com', ipv6: 'origin6.asn.cymru.com' }

/**
 * The autonomous system that announces an address, from Team Cymru's mapping service, which is queried over DNS.
 *
 * Source: https://www.team-cymru.com/ip-asn-mapping. The TXT record starts with the number, e.g. `64500 | 192.0.2.0/24 | DE | ripencc | …`;
 * of several numbers, the first counts.
 *
 * @returns null when nobody announces it
 * @throws ConnectorError `unreachable` when the query failed
 */
export async function readOrigin(address: string, options: DnsOptions = {}): Promise<number | null> {
  const name = originName(address)
  if (name === null) return null
  await options.before?.('dns')
  const resolver = resolverOf(options)
  const { values } = await answerOf('TXT', name, (one) => resolver.resolveTxt(one))
  for (const parts of values) {
    const asn = Number(/^(\d{1,10})\b/.exec(parts.join(''))?.[1])
    if (asn > 0 && asn <= 0xff_ff_ff_ff) return asn
  }
  return null
}

/** The bytes (or hexadecimal digits) of the address in reverse order, below the zone of its family. */
function originName(address: string): string | null {
  if (!ipaddr.isValid(address)) return null
  if (isIPv4(address)) return `${address.split('.').toReversed().join('.')}.${zones.ipv4}`
  const digits = ipaddr
    .parse(address)
    .toByteArray()
    .flatMap((byte) => [byte >> 4, byte & 15].map((digit) => digit.toString(16)))
  return `${digits.toReversed().join('.')}.${zones.ipv6}`
}
