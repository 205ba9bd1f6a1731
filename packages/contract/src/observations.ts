import * as z from 'zod/mini'
import { route } from './route.ts'
import { Source } from './records.ts'
import * as wire from './wire.ts'

/*
 * What was seen of a threat's domain from outside: its registration, its records in the DNS, its certificate and what its web server
 * answers. Each kind is checked again on a schedule; an unchanged state is one observation, seen several times.
 */

/** What can be seen of a domain from outside, in the order the panels show it. */
export const observationKinds = ['registration', 'dns', 'tls', 'http'] as const
/** One of `observationKinds`. */
export type ObservationKind = (typeof observationKinds)[number]
/** English label of each kind of observation. */
export const observationLabels: Record<ObservationKind, string> = {
  registration: 'Registration',
  dns: 'DNS records',
  tls: 'Certificate',
  http: 'Web server',
}

const text = z.string()
const textOrNull = z.nullable(z.string())

/** Where a registrar takes complaints; what it does not name is null. */
export const AbuseContact = z.object({
  /** One address, fit for a mail header. */
  email: textOrNull,
  phone: textOrNull,
  /** A web form. */
  form: textOrNull,
})
export type AbuseContact = z.output<typeof AbuseContact>

/** What the register says of a domain (RDAP, RFC 9083; else WHOIS, RFC 3912). */
export const RegistrationFacts = z.object({
  /** The queried registrable domain in its ASCII form. */
  domain: text,
  isRegistered: z.boolean(),
  via: z.enum(['rdap', 'whois']),
  /** Host that answered; the last one where several did. */
  server: text,
  registrar: textOrNull,
  /** IANA's number of the registrar, as text. */
  registrarIanaId: textOrNull,
  /** Instants in UTC; days (`2025-01-31`) where the register says no more. */
  created: textOrNull,
  updated: textOrNull,
  expires: textOrNull,
  /** As the register writes them, e.g. `client transfer prohibited`. */
  status: z.array(text),
  /** Lower-case, without the dot at the end, each once, sorted. */
  nameServers: z.array(text),
  abuse: AbuseContact,
  registrantOrganisation: textOrNull,
  /** ISO 3166-1 alpha-2. */
  registrantCountry: textOrNull,
  /** What was left out on purpose (RFC 9537), e.g. `Registrant Name`. */
  redacted: z.array(text),
})
export type RegistrationFacts = z.output<typeof RegistrationFacts>

/** The records of a host. Lists are sorted, so that the order a server chose makes no difference. */
export const DnsFacts = z.object({
  host: text,
  /** `absent`: the server says there is no such name. */
  state: z.enum(['found', 'absent']),
  a: z.array(text),
  aaaa: z.array(text),
  cname: z.array(text),
  ns: z.array(text),
  /** `preference host`, e.g. `10 mx1.example.net`. */
  mx: z.array(text),
  /** At most 20, of at most 500 characters each. */
  txt: z.array(text),
  /** Every name in the zone gives the same answer, so the answer says nothing about this name. */
  isWildcard: z.boolean(),
  /** It answers for every name below it. */
  catchesAll: z.boolean(),
})
export type DnsFacts = z.output<typeof DnsFacts>

/** The certificate a host shows on port 443. */
export const TlsFacts = z.object({
  host: text,
  /** Null when there was no handshake; `problem` says why. */
  certificate: z.nullable(
    z.object({
      subject: text,
      issuer: text,
      /** DNS names, lower-case, at most 100. */
      names: z.array(text),
      notBefore: wire.time,
      notAfter: wire.time,
      /** SHA-256 of the certificate, hex. */
      sha256: text,
      /** SHA-256 of the public key (SubjectPublicKeyInfo), hex: it stays when a certificate is renewed with the same key. */
      keySha256: text,
    }),
  ),
  /** Whether a browser would accept it for this host. */
  isTrusted: z.boolean(),
  /** Why it is not trusted, or why there is none. */
  problem: textOrNull,
})
export type TlsFacts = z.output<typeof TlsFacts>

/** What the web server answers to a visitor. */
export const HttpFacts = z.object({
  host: text,
  /** Where the visitor ends, without its query; null when nothing answers. */
  address: textOrNull,
  /** Of the last answer. */
  status: z.nullable(z.int()),
  /** Addresses passed on the way, without their queries. */
  redirects: z.array(text),
  title: textOrNull,
  server: textOrNull,
  /** 64 bits in hex made from the words of the page: pages alike differ in few of them. Null for a page without words. */
  contentSketch: textOrNull,
  /** Placeholder of a seller of names. */
  isParked: z.boolean(),
  /** The page asks for a password. */
  hasPasswordField: z.boolean(),
  problem: textOrNull,
})
export type HttpFacts = z.output<typeof HttpFacts>

/** One difference to the observation before. */
export const ObservedChange = z.object({
  /** In words, e.g. `Mail servers`. */
  what: text,
  before: textOrNull,
  after: textOrNull,
  /** It makes the domain more dangerous than it was: such a change reopens what a person closed. */
  isMaterial: z.boolean(),
})
export type ObservedChange = z.output<typeof ObservedChange>

const seen = {
  id: text,
  /** When it was first seen like this. */
  observedAt: wire.time,
  /** When it was last seen like this. */
  seenAt: wire.time,
  /** How often it was seen like this. */
  seenCount: z.int(),
  /** Differences to what was seen before; empty for the first. */
  changes: z.array(ObservedChange),
}

/** One state of one kind, with the first and last time it was seen; `facts` depends on `kind`. */
export const Observation = z.discriminatedUnion('kind', [
  z.object({ ...seen, kind: z.literal('registration'), facts: RegistrationFacts }),
  z.object({ ...seen, kind: z.literal('dns'), facts: DnsFacts }),
  z.object({ ...seen, kind: z.literal('tls'), facts: TlsFacts }),
  z.object({ ...seen, kind: z.literal('http'), facts: HttpFacts }),
])
export type Observation = z.output<typeof Observation>
/** The facts of a kind. */
export type FactsOf<K extends ObservationKind> = Extract<Observation, { kind: K }>['facts']
/** The facts of any kind of observation. */
export type Facts = Observation['facts']

/** What a timeline and the panels of a domain show. */
export const Observations = z.object({
  /** The checked host; null for a threat without one. */
  host: z.nullable(z.string()),
  /** The present state by kind, left out where nothing was seen yet. */
  latest: z.object({
    registration: z.optional(RegistrationFacts),
    dns: z.optional(DnsFacts),
    tls: z.optional(TlsFacts),
    http: z.optional(HttpFacts),
  }),
  /** Latest first, at most 200. */
  items: z.array(Observation),
  /** When it was last checked, whatever the result. */
  checkedAt: z.nullable(wire.time),
  /** When it is checked next; null if it is not. */
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
