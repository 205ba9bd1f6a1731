import { ConnectorError } from '@signet/connectors'
import type { FactsOf, HttpFacts, ObservationKind } from '@signet/contract/threats/observations'
import { hostingOf } from './look-up-hosting.ts'
import { dnsOf, httpOf, registrableOf, registrationOf, settled, tlsOf, type LookUpParts } from './look-ups.ts'
import type { Lookup } from './lookups.queries.ts'

/** The result of each kind of lookup: facts, or the reason why there are none. */
export type DomainLookups = { [K in ObservationKind]?: Lookup<FactsOf<K>> | ConnectorError } & {
  /** The web server's answer for the requested path. */
  page?: Lookup<HttpFacts> | ConnectorError
}

/**
 * Looks up a host in every way. A failed lookup returns its reason and doesn't delay the others.
 *
 * @param path of a page that is visited in addition to the front page, e.g. `/login`; null for none
 */
export async function lookUpDomain(
  parts: LookUpParts,
  host: string,
  path: string | null = null,
): Promise<DomainLookups> {
  const domain = registrableOf(host)
  const [registration, dns] = await Promise.all([
    settled(() => registrationOf(parts, domain)),
    settled(() => dnsOf(parts, host, domain)),
  ])
  // Hosts without an address, or whose address couldn't be looked up, aren't visited.
  const hasAddress = !(dns instanceof ConnectorError) && dns.answer.a.length + dns.answer.aaaa.length > 0
  if (!hasAddress) return { registration, dns }
  const [tls, http] = await Promise.all([settled(() => tlsOf(parts, host)), settled(() => httpOf(parts, host))])
  const hosting = await hostingOf(parts, host, { dns, http })
  const found = { registration, dns, tls, http, ...(hosting === null ? {} : { hosting }) }
  return path === null ? found : { ...found, page: await settled(() => httpOf(parts, host, path)) }
}
