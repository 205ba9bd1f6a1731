import { isEmailAddress } from '@signet/contract/access/credentials'
import type { ContactOrigin, ContactReason, ContactRole } from '@signet/contract/takedowns/abuse-contacts'
import type {
  AbuseContact,
  AddressRecord,
  HostingFacts,
  HttpFacts,
  RegistrationFacts,
} from '@signet/contract/threats/observations'
import { dayMs } from '@signet/contract/time'
import { notInOneLine } from '@signet/contract/wire'
import { isLive } from '../visits/domain-changes.ts'
import { splitName } from '../names/split-name.ts'

/** A contact that the facts of a host name, with the reason for its place. */
export interface FoundContact extends AbuseContact {
  role: ContactRole
  name: string
  origin: ContactOrigin
  record: string | null
  reason: ContactReason
  subject: string
}

/** What is known of the host of a threat. */
export interface HostFacts {
  host: string
  /** There is a page whatever our own look-up got: the threat is one page of a site, or another visitor saw the page. */
  isPage: boolean
  firstSeen: Date
  registration?: RegistrationFacts | undefined
  hosting?: HostingFacts | undefined
  http?: HttpFacts | undefined
}

/** A domain that was registered this long before the attack was not registered for it. */
const olderMs = 365 * dayMs

/**
 * The contacts for a host in the order in which they should be tried, each once.
 *
 * A page on a name that was registered to deceive: the host first, because it can remove the page at once, unless a CDN hides it; then the
 * registrar. A name without a page: the registrar. A page on an older site: the host first and the registrar last, because the
 * name itself is innocent. A subdomain of a hosting platform has no registrar of its own.
 */
export function contactsOfHost(facts: HostFacts): FoundContact[] {
  const { host, registration, hosting, http, firstSeen } = facts
  const isOlder = isOlderThan(registration, firstSeen)
  // The name above a customer's subdomain belongs to the hosting platform.
  const isHosted = splitName(host).hostedAt !== ''
  const hasPage = facts.isPage || (http !== undefined && isLive(http))
  const carriers = carriersOf(hosting, hasPage)
  const registrar = isHosted
    ? []
    : registrarOf(registration, isOlder ? 'olderDomain' : hasPage ? 'registeredName' : 'nothingServed')
  const main =
    isHosted || isOlder
      ? [...carriers.first, ...(isOlder ? ownerOf(hosting) : []), ...carriers.later, ...registrar]
      : hasPage && hosting?.cdn == null
        ? [...carriers.first, ...registrar, ...carriers.later, ...registryOf(registration)]
        : [...registrar, ...carriers.first, ...carriers.later, ...registryOf(registration)]
  return onceEach([...main, ...hopContacts(hosting, firstSeen)])
}

/**
 * The countries of a host, each once, ISO 3166-1 alpha-2: of its top-level domain, then of the networks of its addresses, with the ending
 * (`.fr`) or the address. The network of a CDN says nothing about the host.
 */
export function countriesOfHost({ host, hosting }: Pick<HostFacts, 'host' | 'hosting'>): Map<string, string> {
  const last = host.slice(host.lastIndexOf('.') + 1).toUpperCase()
  // The one country code of the DNS that differs from ISO 3166-1; `EU` is no country.
  const ofDomain = last === 'UK' ? 'GB' : last
  const isCountry = /^[A-Z]{2}$/.test(ofDomain) && ofDomain !== 'EU'
  const addresses = hosting?.cdn?.by === 'network' || hosting?.cdn?.by === 'alias' ? [] : (hosting?.addresses ?? [])
  const countries = new Map(isCountry ? [[ofDomain, `.${last.toLowerCase()}`]] : [])
  for (const { address, network, system } of addresses) {
    const country = (network ?? system)?.country?.toUpperCase()
    if (country && !countries.has(country)) countries.set(country, address)
  }
  return countries
}

/** Those who carry the page: the hosts (or the CDN), and the networks above them. */
function carriersOf(hosting: HostingFacts | undefined, hasPage: boolean) {
  const { addresses = [], cdn = null } = hosting ?? {}
  // Behind a CDN whose network the address is in, the address says nothing about the host.
  const isCdnAddress = cdn?.by === 'network' || cdn?.by === 'alias'
  const first = addresses.flatMap((address) =>
    isCdnAddress
      ? networkContact(address.network ?? address.system, 'cdn', 'hidesHost', cdn.name)
      : networkContact(address.network ?? address.system, 'host', hasPage ? 'servesPage' : 'upstream', address.address),
  )
  const later = addresses.flatMap((address) =>
    networkContact(address.network && address.system, 'network', 'upstream', `AS${address.asn ?? ''}`),
  )
  return { first, later }
}

function networkContact(
  record: AddressRecord['network'],
  role: ContactRole,
  reason: ContactReason,
  subject: string,
): FoundContact[] {
  if (!record) return []
  const { abuse, holder, name, record: address } = record
  return contact(abuse, { role, name: holder ?? name, origin: 'rdap', record: address, reason, subject })
}

function registrarOf(registration: RegistrationFacts | undefined, reason: ContactReason): FoundContact[] {
  if (!registration?.isRegistered) return []
  const { abuse, registrar, domain } = registration
  return contact(abuse, { role: 'registrar', name: registrar, ...sourceOf(registration), reason, subject: domain })
}

function registryOf(registration: RegistrationFacts | undefined): FoundContact[] {
  if (!registration?.isRegistered || !registration.registryAbuse) return []
  const { registryAbuse, domain } = registration
  const subject = splitName(domain).suffix
  const from = sourceOf(registration)
  return contact(registryAbuse, { role: 'registry', name: `.${subject}`, ...from, reason: 'overRegistrar', subject })
}

const sourceOf = ({ via, server, record }: RegistrationFacts) => ({ origin: via, record: record ?? server })

/** The people of a site that may have been broken into, as they publish it themselves. */
function ownerOf(hosting: HostingFacts | undefined): FoundContact[] {
  if (!hosting?.siteContacts) return []
  const { host, siteContacts } = hosting
  const from = { origin: 'securityTxt', record: siteContacts.record } as const
  return siteContacts.contacts.flatMap((one) =>
    contact(
      {
        email: one.includes('@') && !one.includes('/') ? one : null,
        phone: null,
        form: one.startsWith('https:') ? one : null,
      },
      { role: 'siteOwner', name: host, ...from, reason: 'compromisedSite', subject: host },
    ),
  )
}

/** The target of a redirect counts if it is as new as the attack: criminals also redirect to innocent sites. */
function hopContacts(hosting: HostingFacts | undefined, firstSeen: Date): FoundContact[] {
  return (hosting?.hops ?? []).flatMap(({ host, registration, addresses }) => {
    if (!registration?.created || isOlderThan(registration, firstSeen)) return []
    const hosts = addresses.flatMap(({ network, system }) =>
      networkContact(network ?? system, 'host', 'redirectTarget', host),
    )
    return [...hosts, ...registrarOf(registration, 'redirectTarget').map((one) => ({ ...one, subject: host }))]
  })
}

function isOlderThan(registration: RegistrationFacts | undefined, firstSeen: Date): boolean {
  const created = Date.parse(registration?.created ?? '')
  return firstSeen.getTime() - created > olderMs
}

function contact(
  { email, phone, form }: AbuseContact,
  about: Omit<FoundContact, keyof AbuseContact | 'name'> & { name: string | null },
): FoundContact[] {
  // Stored records may hold what no mail server accepts; then the next way counts.
  const found = { email: email !== null && isEmailAddress(email) ? email : null, phone, form }
  const recipient = recipientOf(found)
  return recipient === null ? [] : [{ ...about, ...found, name: lineOf(about.name) || recipient }]
}

/** Names in records are untrusted: line breaks and bidirectional marks become spaces. */
const lineOf = (name: string | null) => name?.split(notInOneLine).filter(Boolean).join(' ').trim() ?? ''

/** What a notice is sent to: an email address, otherwise a form, otherwise a phone number; null if there is none. */
export function recipientOf({ email, phone, form }: AbuseContact): string | null {
  return email ?? form ?? phone
}

function onceEach(contacts: readonly FoundContact[]): FoundContact[] {
  const seen = new Set<string | null>()
  return contacts.filter((one) => {
    const recipient = recipientOf(one)
    return !seen.has(recipient) && seen.add(recipient)
  })
}
