import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isRecord } from '@signet/contract/narrow'
import { ConnectorError } from '../connector-error.ts'

/** One entry of a bootstrap file: its keys and the addresses of the service. */
interface Service {
  keys: string[]
  urls: string[]
}
/** A parsed bootstrap file of IANA (RFC 9224). */
export interface Bootstrap {
  services: Service[]
}

/**
 * Reads a bootstrap file. Invalid entries and addresses other than http(s) are skipped.
 *
 * Source: RFC 9224, section 3. `https://data.iana.org/rdap/dns.json` and similar files.
 *
 * @throws ConnectorError `changed_format` when it is not JSON or has no list of services
 */
export function parseBootstrap(text: string): Bootstrap {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new ConnectorError('BOOTSTRAP_INVALID', {}, { cause })
  }
  const listed = isRecord(value) ? value['services'] : undefined
  if (!Array.isArray(listed)) throw new ConnectorError('BOOTSTRAP_INVALID', {})
  const services = listed.flatMap((entry): Service[] => {
    if (!Array.isArray(entry)) return []
    // Files about object tags have an additional first element, the registrant.
    const [keys, urls]: unknown[] = entry.slice(-2)
    const good = textsOf(urls).filter(isHttp)
    return Array.isArray(keys) && good.length > 0 ? [{ keys: textsOf(keys), urls: good }] : []
  })
  if (services.length === 0) throw new ConnectorError('BOOTSTRAP_INVALID', {})
  return { services }
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

function isHttp(address: string): boolean {
  return /^https?:\/\/[^\s%]+$/i.test(address) && URL.canParse(address)
}

/** Services with https come first; otherwise the order of the file is kept. */
export const httpsFirst = (urls: readonly string[]) =>
  urls.toSorted((a, b) => Number(/^http:/i.test(a)) - Number(/^http:/i.test(b)))

/**
 * The service for a domain: the one whose key matches the most labels (RFC 9224, section 4).
 *
 * @param domain in its ASCII form, any case, e.g. `example.co.uk`
 * @returns base addresses as in the file, https first; empty when the suffix has no service
 */
export function servicesOfDomain({ services }: Bootstrap, domain: string): string[] {
  const labels = domain.toLowerCase().replace(/\.$/, '').split('.')
  const suffixes = new Map(labels.map((_, index) => [labels.slice(index).join('.'), labels.length - index]))
  suffixes.set('', 0)
  let best: { length: number; urls: string[] } | undefined
  for (const { keys, urls } of services) {
    for (const key of keys) {
      const length = suffixes.get(key.toLowerCase().replace(/\.$/, ''))
      if (length !== undefined && (best === undefined || length > best.length)) best = { length, urls }
    }
  }
  return best ? httpsFirst(best.urls) : []
}

/** The service for an IP address: the one with the longest prefix (RFC 9224, section 5.1 and 5.2). */
export function servicesOfAddress({ services }: Bootstrap, address: string): string[] {
  if (!ipaddr.isValid(address)) return []
  const parsed = ipaddr.parse(address)
  let best: { bits: number; urls: string[] } | undefined
  for (const { keys, urls } of services) {
    for (const key of keys) {
      if (!ipaddr.isValidCIDR(key) || isIPv4(address) !== isIPv4(key.split('/')[0] ?? '')) continue
      const [network, bits] = ipaddr.parseCIDR(key)
      if (parsed.kind() === network.kind() && parsed.match(network, bits) && (!best || bits > best.bits)) {
        best = { bits, urls }
      }
    }
  }
  return best ? httpsFirst(best.urls) : []
}

/** The service for the number of an autonomous system: the one with the narrowest range (RFC 9224, section 5.3). */
export function servicesOfAsn({ services }: Bootstrap, asn: number): string[] {
  let best: { width: number; urls: string[] } | undefined
  for (const { keys, urls } of services) {
    for (const key of keys) {
      const [from = Number.NaN, until = from] = key.split('-').map(Number)
      if (asn < from || asn > until || Number.isNaN(from)) continue
      if (!best || until - from < best.width) best = { width: until - from, urls }
    }
  }
  return best ? httpsFirst(best.urls) : []
}

/** The address of one object below a base, separated by exactly one slash. */
export function objectUrl(base: string, kind: 'domain' | 'ip' | 'autnum', name: string): string {
  return `${base.replace(/\/+$/, '')}/${kind}/${encodeURIComponent(name)}`
}
