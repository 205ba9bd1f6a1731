import type { RegistrationFacts, TlsFacts } from '../threats/observations.ts'

/*
 * What the product reads from outside about a host of a company, to check it: DNS records, a TLS handshake and the answer for `/`. Not
 * stored; detection says what is wrong with it.
 */

/** What a name server answered: `absent` if the name doesn't exist, `empty` without such a record, `unknown` without an answer. */
export type DnsState = 'found' | 'empty' | 'absent' | 'unknown'

/** The addresses of a name. */
export interface NameAddresses {
  name: string
  state: DnsState
  addresses: readonly string[]
}

/** A name server of a zone, and how it answers for it: `refuses`, or `unknown` if it wasn't or couldn't be asked. */
export interface ZoneServer {
  name: string
  state: 'answers' | 'refuses' | 'absent' | 'unknown'
}

/** The strength of a certificate. */
export interface CertificateStrength {
  /** E.g. `rsa` or `ec`. */
  keyType: string
  /** Null for keys whose type alone says it. */
  keyBits: number | null
  /** The digest of its signature, e.g. `sha256`; null if it isn't known. */
  digest: string | null
}

/** The beginning of an answer of a web server. Redirects are not followed. */
export interface WebAnswer {
  status: number
  /** The target of a redirect, absolute; null for all other answers. */
  location: string | null
  /** Which of the headers that protect visitors it has, in lower case. */
  headers: readonly string[]
  /** The beginning of the page. */
  text: string
}

/** What a domain says about its email. */
export interface MailPolicy {
  /** The texts that begin with `v=spf1` (RFC 7208). */
  spf: readonly string[]
  /** How many look-ups the SPF record needs, as far as they were counted; null without a single record. */
  spfLookUps: number | null
  /** The texts at `_dmarc` that begin with `v=DMARC1` (RFC 7489). */
  dmarc: readonly string[]
  /**
   * The texts at `_mta-sts` that begin with `v=STSv1`, and the policy that they announce (RFC 8461); null if the texts could not be read.
   */
  mtaSts: MtaSts | null
}

/** What a domain says about the encryption of email that it receives. */
export interface MtaSts {
  records: readonly string[]
  /**
   * The policy; `missing` if its host doesn't exist or has none, `invalidCertificate` if nobody may trust its host (section 3.3), `unknown`
   * if it didn't answer or wasn't asked.
   */
  policy: { state: 'found'; text: string } | { state: 'missing' | 'invalidCertificate' | 'unknown' }
}

/** What belongs to a domain as such, not to the hosts below it. */
export interface DomainReading {
  mailExchangers: readonly NameAddresses[]
  nameServers: readonly ZoneServer[]
  /** Null if its texts could not be read. */
  mailPolicy: MailPolicy | null
  /** Null if its registry doesn't say. */
  registration: RegistrationFacts | null
}

/** Everything that was read about a host at one time. */
export interface HostReading {
  host: string
  /** ISO 8601. */
  at: string
  addresses: NameAddresses
  /** The target of its CNAME record; null if it has none. */
  alias: NameAddresses | null
  /** Null if no connection was possible or tried. */
  tls: { facts: TlsFacts; strength: CertificateStrength | null } | null
  /** The answers over http and https; null if there was none. */
  web: { http: WebAnswer | null; https: WebAnswer | null }
  /** Null for a host below a domain. */
  domain: DomainReading | null
}

/**
 * How a host name was found: in a certificate, as a usual name that has addresses, as a mail or name server, as the target of a CNAME
 * record, or in a finding that was imported or collected.
 */
export const hostOrigins = ['certificate', 'usualName', 'mailServer', 'nameServer', 'alias', 'finding'] as const
/** One of `hostOrigins`. */
export type HostOrigin = (typeof hostOrigins)[number]

/** A host name below a domain of the company. */
export interface FoundHost {
  host: string
  origin: HostOrigin
}

/** The headers that protect the visitors of a site, in lower case. */
export const protectiveHeaders = [
  'strict-transport-security',
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
] as const
