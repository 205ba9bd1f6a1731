import * as z from 'zod/mini'
import { route } from '../route.ts'
import { Source } from './records.ts'
import { keysIn } from '../narrow.ts'
import * as wire from '../wire.ts'

/*
 * Observations of a threat's domain from outside: its registration, its DNS records, the networks of its addresses, its certificate and the
 * response of its web server.
 * Each kind is checked again on a schedule; an unchanged state is one observation that was seen several times.
 */

/** The kinds of observations, in the order the panels show them. */
export const observationKinds = ['registration', 'dns', 'hosting', 'tls', 'http'] as const
/** One of `observationKinds`. */
export type ObservationKind = (typeof observationKinds)[number]
/** English label of each kind of observation. */
export const observationLabels: Record<ObservationKind, string> = {
  registration: 'Registration',
  dns: 'DNS records',
  hosting: 'Hosting',
  tls: 'Certificate',
  http: 'Web server',
}

/** English label of each reason why a host has no page or no trusted certificate. */
export const observationProblemLabels = {
  notPublic: 'The address is not public',
  notResolved: 'The name has no address',
  noResponse: 'No response',
  noTarget: 'No response from the target of the redirect',
  redirects: 'Too many redirects',
  refused: 'Connection refused',
  closed: 'Connection closed',
  slow: 'Timed out',
  handshake: 'TLS handshake failed',
  noCertificate: 'No certificate',
  expired: 'Certificate expired',
  notYetValid: 'Certificate not valid yet',
  selfSigned: 'Self-signed certificate',
  unknownIssuer: 'Unknown issuer',
  otherName: 'Certificate for another name',
} as const
/** One of the codes of `observationProblemLabels`. */
export type ObservationProblem = keyof typeof observationProblemLabels

const text = z.string()
const problem = z.nullable(z.enum(keysIn(observationProblemLabels)))
const textOrNull = z.nullable(z.string())

/** The abuse contact of a registrar or a network; null for details it doesn't publish. */
export const AbuseContact = z.object({
  /** One address that is safe to use in an email header. */
  email: textOrNull,
  phone: textOrNull,
  /** A web form. */
  form: textOrNull,
})
export type AbuseContact = z.output<typeof AbuseContact>

/** The registration data of a domain (RDAP, RFC 9083; otherwise WHOIS, RFC 3912). */
export const RegistrationFacts = z.object({
  /** The queried registrable domain in its ASCII form. */
  domain: text,
  isRegistered: z.boolean(),
  via: z.enum(['rdap', 'whois']),
  /** The host that responded; the last one if there were several. */
  server: text,
  /** The address of the RDAP record; missing for WHOIS. */
  record: z.optional(text),
  registrar: textOrNull,
  /** The registrar's IANA number, as text. */
  registrarIanaId: textOrNull,
  /** Instants in UTC, or days (`2025-01-31`) if the register gives no time. */
  created: textOrNull,
  updated: textOrNull,
  expires: textOrNull,
  /** As written by the register, e.g. `client transfer prohibited`. */
  status: z.array(text),
  /** Lower case, without a trailing dot, deduplicated and sorted. */
  nameServers: z.array(text),
  abuse: AbuseContact,
  /** The abuse contact of the registry, if it names one in addition to the registrar's. */
  registryAbuse: z.optional(AbuseContact),
  registrantOrganisation: textOrNull,
  /** ISO 3166-1 alpha-2. */
  registrantCountry: textOrNull,
  /** Fields that were redacted (RFC 9537), e.g. `Registrant Name`. */
  redacted: z.array(text),
})
export type RegistrationFacts = z.output<typeof RegistrationFacts>

/** The records of a host. Lists are sorted, so that the order chosen by a server makes no difference. */
export const DnsFacts = z.object({
  host: text,
  /** `absent`: the server reports that the name does not exist. */
  state: z.enum(['found', 'absent']),
  a: z.array(text),
  aaaa: z.array(text),
  cname: z.array(text),
  ns: z.array(text),
  /** `preference host`, e.g. `10 mx1.example.net`. */
  mx: z.array(text),
  /** At most 20, of at most 500 characters each. */
  txt: z.array(text),
  /** Every name in the zone returns the same records, so they say nothing about this name. */
  isWildcard: z.boolean(),
  /** It has records for every name below it. */
  catchesAll: z.boolean(),
})
export type DnsFacts = z.output<typeof DnsFacts>

/** The registration of a network or an autonomous system (RDAP, RFC 9083, sections 5.4 and 5.5). */
export const NetworkRecord = z.object({
  name: textOrNull,
  /** E.g. `192.0.2.0/24`; empty for an autonomous system. */
  cidrs: z.array(text),
  /** ISO 3166-1 alpha-2. */
  country: textOrNull,
  holder: textOrNull,
  abuse: AbuseContact,
  /** The address of the RDAP record. */
  record: text,
})
export type NetworkRecord = z.output<typeof NetworkRecord>

/** Where one address is: its network, and the autonomous system that announces it. */
export const AddressRecord = z.object({
  address: text,
  network: z.nullable(NetworkRecord),
  asn: z.nullable(z.int()),
  system: z.nullable(NetworkRecord),
})
export type AddressRecord = z.output<typeof AddressRecord>

/** How a CDN was recognised, the most certain first; name servers alone only say who answers for the name. */
export const cdnSigns = ['network', 'alias', 'header', 'nameServers'] as const
/** One of `cdnSigns`. */
export type CdnSign = (typeof cdnSigns)[number]

/** Who carries a host: the networks of its addresses, a CDN in front of it, and where its redirects lead. */
export const HostingFacts = z.object({
  host: text,
  /** At most four. */
  addresses: z.array(AddressRecord),
  cdn: z.nullable(z.object({ name: text, by: z.enum(cdnSigns) })),
  /** The contacts that the site publishes itself (security.txt, RFC 9116); null if it has none that is valid. */
  siteContacts: z.nullable(z.object({ contacts: z.array(text), record: text })),
  /** Other hosts that its redirects lead to, in order, at most three. */
  hops: z.array(
    z.object({
      host: text,
      registration: z.nullable(RegistrationFacts),
      addresses: z.array(AddressRecord),
    }),
  ),
})
export type HostingFacts = z.output<typeof HostingFacts>

/** The certificate of a host on port 443. */
export const TlsFacts = z.object({
  host: text,
  /** Null when there was no handshake; `problem` contains the reason. */
  certificate: z.nullable(
    z.object({
      subject: text,
      issuer: text,
      /** DNS names in lower case, at most 100. */
      names: z.array(text),
      notBefore: wire.time,
      notAfter: wire.time,
      /** SHA-256 of the certificate, hex. */
      sha256: text,
      /** SHA-256 of the public key (SubjectPublicKeyInfo), hex: it doesn't change when a certificate is renewed with the same key. */
      keySha256: text,
    }),
  ),
  /** Whether a browser would accept it for this host. */
  isTrusted: z.boolean(),
  /** Why the certificate is not trusted, or why there is none. */
  problem,
})
export type TlsFacts = z.output<typeof TlsFacts>

/** The response of the web server. */
export const HttpFacts = z.object({
  host: text,
  /** The final address after redirects, without its query; null without a response. */
  address: textOrNull,
  /** Status of the last response. */
  status: z.nullable(z.int()),
  /** Addresses of the redirects, without their queries. */
  redirects: z.array(text),
  title: textOrNull,
  server: textOrNull,
  /** 64-bit hash of the words of the page, in hex: similar pages differ in few bits. Null for a page without words. */
  contentSketch: textOrNull,
  /** True for the placeholder page of a domain seller. */
  isParked: z.boolean(),
  /** The page has a password field. */
  hasPasswordField: z.boolean(),
  problem,
})
export type HttpFacts = z.output<typeof HttpFacts>

/** One difference from the previous observation. */
export const ObservedChange = z.object({
  /** The changed property, e.g. `Mail servers`. */
  what: text,
  before: textOrNull,
  after: textOrNull,
  /** The change makes the domain more dangerous: it reopens a threat that a user has closed. */
  isMaterial: z.boolean(),
})
export type ObservedChange = z.output<typeof ObservedChange>

const seen = {
  id: text,
  /** When this state was first seen. */
  observedAt: wire.time,
  /** When this state was last seen. */
  seenAt: wire.time,
  /** How often this state was seen. */
  seenCount: z.int(),
  /** Differences from the previous state; empty for the first. */
  changes: z.array(ObservedChange),
}

/** One state of one kind, with the first and last time it was seen; `facts` depends on `kind`. */
export const Observation = z.discriminatedUnion('kind', [
  z.object({ ...seen, kind: z.literal('registration'), facts: RegistrationFacts }),
  z.object({ ...seen, kind: z.literal('dns'), facts: DnsFacts }),
  z.object({ ...seen, kind: z.literal('hosting'), facts: HostingFacts }),
  z.object({ ...seen, kind: z.literal('tls'), facts: TlsFacts }),
  z.object({ ...seen, kind: z.literal('http'), facts: HttpFacts }),
])
export type Observation = z.output<typeof Observation>
type FactsByKind = { [K in ObservationKind]: Extract<Observation, { kind: K }>['facts'] }
/** The facts of a kind. */
export type FactsOf<K extends ObservationKind> = FactsByKind[K]
/** The facts of any kind of observation. */
export type Facts = Observation['facts']

/** The facts of each kind among these states; the first state of a kind counts. */
export function factsByKind(states: readonly { kind: ObservationKind; facts: Facts }[]): Partial<FactsByKind> {
  const found: Partial<FactsByKind> = {}
  for (const { kind, facts } of states) if (!found[kind]) Object.assign(found, { [kind]: facts })
  return found
}

/** The data of the timeline and the panels of a domain. */
export const Observations = z.object({
  /** The checked host; null for a threat without one. */
  host: z.nullable(z.string()),
  /** The current state by kind; a kind that wasn't observed yet is missing. */
  latest: z.object({
    registration: z.optional(RegistrationFacts),
    dns: z.optional(DnsFacts),
    hosting: z.optional(HostingFacts),
    tls: z.optional(TlsFacts),
    http: z.optional(HttpFacts),
  }),
  /** Latest first, at most 200. */
  items: z.array(Observation),
  /** When it was last checked, whatever the result. */
  checkedAt: z.nullable(wire.time),
  /** When the next check is due; null if none is planned. */
  nextAt: z.nullable(wire.time),
})
export type Observations = z.output<typeof Observations>

/** `host` is null and everything is empty for a threat without a host, such as a profile. */
export const getObservations = route({
  method: 'GET',
  path: '/threats/{source}/{threatId}/observations',
  summary:
    "Get what was observed of a threat's domain: registration, DNS records, certificate and web server, and their changes",
  access: 'threats:read',
  params: z.object({ source: Source, threatId: wire.id }),
  query: wire.ofCompany,
  response: Observations,
})

/** 404 for a threat of another company. */
export const getObservationsForReview = route({
  method: 'GET',
  path: '/qa/threats/{threatId}/observations',
  summary: 'Get the same for a threat in any stage of review',
  access: 'qa:review',
  params: z.object({ threatId: wire.id }),
  query: wire.ofCompany,
  response: Observations,
})
