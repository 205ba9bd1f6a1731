import { registrableOf } from '@signet/detection'
import { ConnectorError } from '@signet/connectors'
import { captureProfiles } from '@signet/contract/takedowns/captures'
import type { FactsOf, HttpFacts, ObservationKind } from '@signet/contract/threats/observations'
import { hostingOf } from './look-up-hosting.ts'
import { dnsOf, httpOf, registrationOf, settled, tlsOf, type LookUpParts, type PageVisitor } from './look-ups.ts'
import type { DomainAnswer } from './domain-answers.queries.ts'

/** The result of each kind of look-up: facts, or the reason why there are none. */
export type DomainAnswers = { [K in ObservationKind]?: DomainAnswer<FactsOf<K>> | ConnectorError } & {
  /** The web server's answer for the requested path. */
  page?: DomainAnswer<HttpFacts> | ConnectorError
  /** The web server's answers to visitors, for the same path. */
  views?: (PageVisitor & { found: DomainAnswer<HttpFacts> | ConnectorError })[]
}

/**
 * Looks up a host in every way. A failed look-up returns its reason and doesn't delay the others.
 *
 * @param followed for the target of a takedown, which is also visited the way people would: the page that is its target, e.g. `/login`,
 *   if that isn't the front page
 */
export async function lookUpDomain(
  parts: LookUpParts,
  host: string,
  followed: { path: string | null } | null = null,
): Promise<DomainAnswers> {
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
  if (!followed) return found
  const path = followed.path ?? ''
  const [page, views] = await Promise.all([
    path === '' ? http : settled(() => httpOf(parts, host, path)),
    Promise.all(
      visitorsOf(parts).map(async (visitor) => ({
        ...visitor,
        found: await settled(() => httpOf(parts, host, path, visitor)),
      })),
    ),
  ])
  return { ...found, page, views }
}

/** Every device from every exit; from this machine if there is no exit. */
function visitorsOf({ settings }: LookUpParts): PageVisitor[] {
  const { exits } = settings.capture
  return (exits.length === 0 ? [null] : exits).flatMap((exit) => captureProfiles.map((profile) => ({ profile, exit })))
}
