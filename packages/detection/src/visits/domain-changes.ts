import { hostOf } from '../names/host-of.ts'
import type {
  DnsFacts,
  Facts,
  FactsOf,
  HostingFacts,
  HttpFacts,
  ObservationKind,
  ObservedChange,
  RegistrationFacts,
  TlsFacts,
} from '@signet/contract/threats/observations'

/** Pages whose sketches differ in more than this many of 64 bits have different content. */
const sketchDistanceMax = 10

/**
 * Whether two checks of a domain found the same state. Changes that servers make on their own (the order of records, a counter on a page,
 * the date of the register's last update) don't count.
 */
export function isSameState<K extends ObservationKind>(kind: K, before: FactsOf<K>, after: FactsOf<K>): boolean {
  return stateOf(kind, before) === stateOf(kind, after) && isSamePage(before, after)
}

/** The facts that count, as one text to compare and to hash. The words of a page are only compared by `isSameState`. */
export function stateOf<K extends ObservationKind>(kind: K, facts: FactsOf<K>): string {
  return JSON.stringify(parts[kind](facts))
}

const parts: { [K in ObservationKind]: (facts: FactsOf<K>) => unknown[] } = {
  // `updated`, `via` and `server` are left out: they change although the registration doesn't.
  registration: (facts: RegistrationFacts) => [
    facts.isRegistered,
    facts.registrar,
    facts.created,
    facts.expires,
    facts.status,
    facts.nameServers,
    // Field by field, because the database doesn't preserve the order of an object's fields.
    facts.abuse.email,
    facts.abuse.phone,
    facts.abuse.form,
  ],
  dns: (facts: DnsFacts) => [
    facts.state,
    facts.a,
    facts.aaaa,
    facts.cname,
    facts.ns,
    facts.mx,
    facts.txt,
    facts.isWildcard,
  ],
  // The records of the networks change more often than the networks themselves.
  hosting: (facts: HostingFacts) => [
    facts.addresses.map(({ address, asn, network, system }) => [address, asn, network?.name, abuseOf(network, system)]),
    facts.cdn?.name,
    facts.siteContacts?.contacts,
    facts.hops.map(({ host, registration, addresses }) => [
      host,
      registration?.registrar,
      addresses.map((one) => one.asn),
    ]),
  ],
  tls: (facts: TlsFacts) => [facts.certificate?.sha256, facts.isTrusted, facts.certificate ? null : facts.problem],
  http: (facts: HttpFacts) => [
    facts.address,
    facts.status,
    withoutNumbers(facts.title),
    facts.isParked,
    facts.hasPasswordField,
  ],
}

/** Only pages have words to compare; other facts are the same in this. */
function isSamePage(before: Facts, after: Facts): boolean {
  if (!('contentSketch' in before && 'contentSketch' in after)) return true
  return sketchDistance(before.contentSketch, after.contentSketch) <= sketchDistanceMax
}

/** How many of 64 bits differ between two sketches; 64 when exactly one of them is missing. */
export function sketchDistance(one: string | null, other: string | null): number {
  if (one === other) return 0
  if (one === null || other === null) return 64
  let distance = 0
  for (let at = 0; at < 16; at += 1) {
    let bits = Number.parseInt(one[at] ?? '0', 16) ^ Number.parseInt(other[at] ?? '0', 16)
    for (; bits > 0; bits >>= 1) distance += bits & 1
  }
  return distance
}

const withoutNumbers = (words: string | null) => words?.replaceAll(/\d+/g, '#') ?? null

/**
 * The changes from one settled state of a domain to the next, most important first.
 *
 * A change is material when it makes the domain more dangerous: it is registered, resolves, receives mail, has a page instead of none or
 * instead of a placeholder, has different words, has a password field, or redirects visitors elsewhere.
 */
export function changesOf<K extends ObservationKind>(kind: K, before: FactsOf<K>, after: FactsOf<K>): ObservedChange[] {
  const changes = comparisons[kind](before, after)
  return changes.filter((change) => change !== null).toSorted((a, b) => Number(b.isMaterial) - Number(a.isMaterial))
}

type Found = (ObservedChange | null)[]

const comparisons: { [K in ObservationKind]: (before: FactsOf<K>, after: FactsOf<K>) => Found } = {
  registration: (before: RegistrationFacts, after: RegistrationFacts) => [
    difference('Registration', registered(before), registered(after), after.isRegistered && !before.isRegistered),
    difference('Registrar', before.registrar, after.registrar),
    difference('Name servers', listed(before.nameServers), listed(after.nameServers)),
    difference('Expires', before.expires, after.expires),
    difference('Status', listed(before.status), listed(after.status)),
  ],
  dns: (before: DnsFacts, after: DnsFacts) => [
    difference('Address', addressesOf(before), addressesOf(after), resolves(after) && !resolves(before)),
    difference('Mail servers', listed(before.mx), listed(after.mx), takesMail(after) && !takesMail(before)),
    difference('Name servers', listed(before.ns), listed(after.ns)),
    difference('Alias', listed(before.cname), listed(after.cname)),
    difference('TXT records', listed(before.txt), listed(after.txt)),
  ],
  hosting: (before: HostingFacts, after: HostingFacts) => [
    difference('Network', networksOf(before), networksOf(after)),
    difference('CDN', before.cdn?.name ?? null, after.cdn?.name ?? null),
    difference('Abuse contact', abuseAddressesOf(before), abuseAddressesOf(after)),
    difference('Leads to', listed(before.hops.map(({ host }) => host)), listed(after.hops.map(({ host }) => host))),
  ],
  tls: (before: TlsFacts, after: TlsFacts) => [
    difference('Certificate', certificateOf(before), certificateOf(after)),
    difference('Certificate key', keyOf(before), keyOf(after)),
    difference('Trusted certificate', trusted(before), trusted(after)),
  ],
  http: (before: HttpFacts, after: HttpFacts) => [
    difference('Page', pageOf(before), pageOf(after), isLive(after) && !isLive(before)),
    difference(
      'Password field',
      yesNo(before.hasPasswordField),
      yesNo(after.hasPasswordField),
      after.hasPasswordField && !before.hasPasswordField,
    ),
    difference('Redirects to', hostOf(before.address), hostOf(after.address), isLive(before) && after.address !== null),
    difference('Title', before.title, after.title),
    isLive(before) && isLive(after) && !isSamePage(before, after)
      ? { what: 'Page content', before: before.title, after: after.title, isMaterial: true }
      : null,
  ],
}

function difference(
  what: string,
  before: string | null,
  after: string | null,
  isMaterial = false,
): ObservedChange | null {
  return before === after ? null : { what, before, after, isMaterial }
}

/** Whether there is a page that isn't a placeholder. */
export function isLive({ status, isParked }: HttpFacts): boolean {
  return status !== null && status >= 200 && status < 400 && !isParked
}

/** Whether the name has an address. */
export function resolves({ state, a, aaaa }: DnsFacts): boolean {
  return state === 'found' && a.length + aaaa.length > 0
}

/** Whether the name receives mail; a single `.` as mail server means that it receives none (RFC 7505). */
export function takesMail({ mx }: DnsFacts): boolean {
  return mx.some((record) => !/^\d+ \.?$/.test(record))
}

const listed = (values: readonly string[]) => (values.length === 0 ? null : values.join(', '))
const addressesOf = ({ a, aaaa }: DnsFacts) => listed([...a, ...aaaa])
const registered = ({ isRegistered }: RegistrationFacts) => (isRegistered ? 'Registered' : 'Not registered')
const abuseOf = (...records: HostingFacts['addresses'][number]['network'][]) =>
  records.find((record) => record?.abuse.email)?.abuse.email ?? null
const networksOf = ({ addresses }: HostingFacts) => unique(addresses.map(networkName))
const abuseAddressesOf = ({ addresses }: HostingFacts) =>
  unique(addresses.map(({ network, system }) => abuseOf(network, system)))
const networkName = ({ asn, network, system }: HostingFacts['addresses'][number]) => {
  const name = network?.holder ?? network?.name ?? system?.name ?? null
  return asn === null ? name : `AS${asn}${name === null ? '' : ` ${name}`}`
}
const unique = (values: readonly (string | null)[]) => listed([...new Set(values.filter((value) => value !== null))])
const certificateOf = ({ certificate }: TlsFacts) =>
  certificate ? `${certificate.issuer}, until ${certificate.notAfter.slice(0, 10)}` : null
const keyOf = ({ certificate }: TlsFacts) => certificate?.keySha256.slice(0, 16) ?? null
const trusted = ({ isTrusted, certificate }: TlsFacts) => (certificate ? yesNo(isTrusted) : null)
const yesNo = (value: boolean) => (value ? 'Yes' : 'No')
function pageOf(facts: HttpFacts): string | null {
  if (facts.status === null) return null
  if (facts.isParked) return 'Placeholder'
  return isLive(facts) ? 'Live' : `HTTP status ${facts.status}`
}
