import type {
  DnsFacts,
  FactsOf,
  HttpFacts,
  ObservationKind,
  ObservedChange,
  RegistrationFacts,
  TlsFacts,
} from '@signet/contract/observations'

/** Pages whose sketches differ in more bits than this of 64 say something else. */
const sketchDistanceMax = 10

/**
 * Whether two looks at a domain found the same state. What servers change by themselves (the order of records, a counter on a page, the
 * day a register was last written) makes no difference.
 */
export function isSameState<K extends ObservationKind>(kind: K, before: FactsOf<K>, after: FactsOf<K>): boolean {
  return stateOf(kind, before) === stateOf(kind, after) && (kind !== 'http' || isSamePage(before, after))
}

/** What counts of the facts, as one text to compare and to hash; the words of a page are compared by `isSameState` alone. */
export function stateOf<K extends ObservationKind>(kind: K, facts: FactsOf<K>): string {
  return JSON.stringify(parts[kind](facts as never))
}

const parts: { [K in ObservationKind]: (facts: FactsOf<K>) => unknown[] } = {
  // Not `updated`, `via` and `server`: they change although the registration does not.
  registration: (facts: RegistrationFacts) => [
    facts.isRegistered,
    facts.registrar,
    facts.created,
    facts.expires,
    facts.status,
    facts.nameServers,
    // One by one: the order of an object's fields is not kept where it is stored.
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
  tls: (facts: TlsFacts) => [facts.certificate?.sha256, facts.isTrusted, facts.certificate ? null : facts.problem],
  http: (facts: HttpFacts) => [
    facts.address,
    facts.status,
    withoutNumbers(facts.title),
    facts.isParked,
    facts.hasPasswordField,
  ],
}

function isSamePage(before: unknown, after: unknown): boolean {
  return sketchDistance((before as HttpFacts).contentSketch, (after as HttpFacts).contentSketch) <= sketchDistanceMax
}

/** In how many of 64 bits two sketches differ; 64 when one of them is missing and the other is not. */
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
 * What changed from one settled state of a domain to the next, most important first.
 *
 * Material is what makes it more dangerous than it was: registered, resolving, taking mail, a page where there was none or a placeholder,
 * other words on the page, a question for a password, another place visitors are sent to.
 */
export function changesOf<K extends ObservationKind>(kind: K, before: FactsOf<K>, after: FactsOf<K>): ObservedChange[] {
  const changes = comparisons[kind](before as never, after as never)
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

/** Whether there is a page other than a placeholder. */
export function isLive({ status, isParked }: HttpFacts): boolean {
  return status !== null && status >= 200 && status < 400 && !isParked
}

/** Whether the name has an address. */
export function resolves({ state, a, aaaa }: DnsFacts): boolean {
  return state === 'found' && a.length + aaaa.length > 0
}

/** Whether mail to the name arrives somewhere; a single `.` says that none is wanted (RFC 7505). */
export function takesMail({ mx }: DnsFacts): boolean {
  return mx.some((record) => !/^\d+ \.?$/.test(record))
}

const listed = (values: readonly string[]) => (values.length === 0 ? null : values.join(', '))
const addressesOf = ({ a, aaaa }: DnsFacts) => listed([...a, ...aaaa])
const registered = ({ isRegistered }: RegistrationFacts) => (isRegistered ? 'Registered' : 'Not registered')
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
function hostOf(address: string | null): string | null {
  return address === null ? null : (/^https?:\/\/([^/:]+)/.exec(address)?.[1] ?? null)
}
