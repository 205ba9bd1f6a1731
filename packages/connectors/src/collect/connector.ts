import type { IncomingHttpHeaders } from 'node:http'
import type { CredentialName } from '@signet/contract/collection/connectors'
import type { FoundHost, HostReading } from '@signet/contract/collection/host-readings'
import type { LookUpFact, LookUpKind } from '@signet/contract/collection/look-up-kinds'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import type { HostOptions, OwnHost } from '../own-hosts/own-host.ts'
import type { ResolveHost } from '../public-address.ts'

/** How a connector reaches its provider in one run. */
export interface Access {
  /** All that the connector needs, as in the contract's `connectors`. */
  credentials: Readonly<Partial<Record<CredentialName, string | undefined>>>
  /** The address of the provider, without a slash at its end. */
  base: string
  /** Exceptions from the address and port rules, as `host:port`. */
  allowAddress?: readonly string[] | undefined
  lookup?: ResolveHost | undefined
  signal?: AbortSignal | undefined
  /**
   * Waits until a call may be sent and takes it from the quota. `callApi` calls it before every call.
   *
   * @throws ConnectorError `throttled` if that would take too long
   */
  before: () => Promise<void>
  /** How hosts of the company are reached, for the connector that reads them; missing if the installation looks nothing up. */
  hosts?: HostOptions
  /** Reads an email that somebody reported, in a limited process; null if it can't be read. For connectors that read mailboxes. */
  readMail?: (bytes: Buffer) => Promise<MailContent | null>
  /** Stores credentials that the provider has replaced. */
  replace?: (credentials: Access['credentials']) => Promise<void>
}

/** An email in which somebody reported something. */
export interface ReportedMail {
  /** The same whenever the same email is read. */
  id: string
  /** The address of its sender; null if it has none. */
  sender: string | null
}

/** What an email contains that somebody reported. */
export interface MailContent {
  mail: ReportedMail
  observations: SourceObservation[]
}

/** What is looked for: names of one company. Each value is listed once, the most important first. */
export interface Search {
  /** Brand names and aliases as people write them. */
  terms: readonly string[]
  /** The company's own account names at this source, without `@`. */
  handles: readonly string[]
  /** The company's own domains. */
  domains: readonly string[]
  /** ISO 3166-1 alpha-2, in upper case. */
  countries: readonly string[]
  /** The company's own hosts that are read, for the connector that does so. */
  ownHosts?: readonly OwnHost[]
}

/** A record of an answer that could not be read, and was left out. */
export interface SkippedRecord {
  /** The provider's id, or the position in the answer. */
  at: string
  /** The first field that is not as documented. */
  field: string
}

/** What one answer of a provider contained. */
export interface Batch {
  observations: SourceObservation[]
  skipped: SkippedRecord[]
  /** Where a run continues that was interrupted after this batch. At most 4,000 characters. */
  cursor: string
  /** The email that all of it is from; missing for all other records. */
  mail?: ReportedMail
  /** What was read about hosts of the company; missing for all other records. */
  readings?: readonly HostReading[]
  /** That a run reads a part of what there is: `read` of at least `of`. Null if it reads everything; missing if the batch doesn't say. */
  bound?: { read: number; of: number } | null
  /** Host names that were found below domains of the company; missing for all other records. */
  foundHosts?: readonly FoundHost[]
}

/** Calls within a period; the period begins with the first call. */
export interface Quota {
  calls: number
  perMs: number
}

/** The API of a provider as its connector uses it, for `docs/sources.md`. */
export interface ProviderApi {
  /** The calls it sends, e.g. `GET /search`. */
  calls: readonly string[]
  /** The page of the provider that describes them. */
  documentation: string
  /** What a customer needs from the provider before the account works; empty if nothing. */
  permission: string
  /** The day, as in ISO 8601, on which calls, fields, limits and errors were last compared with the documentation. */
  checked: string
  /** What is not confirmed by the documentation of the provider; empty if everything is. */
  unconfirmed: string
}

/** One record that a provider is asked about. */
export interface LookUpRecord {
  kind: LookUpKind
  value: string
}

/** What a provider says about one record. */
export interface LookUpAnswer {
  /** Its page there; null if it has none. */
  url: string | null
  /** In the words of the provider; what it doesn't say is missing. */
  facts: Readonly<Partial<Record<LookUpFact, string>>>
  /** The answer itself, for evidence. */
  document: string
}

/** How a provider is asked about single records. */
export interface RecordLookUp {
  /** The kinds of records it knows, the most telling first, each with the form of the values that it takes. */
  kinds: Readonly<Partial<Record<LookUpKind, RegExp>>>
  /**
   * Asks about one record whose value has the form of its kind.
   *
   * @returns null if the provider doesn't know it
   * @throws ConnectorError
   */
  ask(access: Access, record: LookUpRecord): Promise<LookUpAnswer | null>
}

/** A provider that is sent calls, with the account of a company if it has accounts. */
export interface AskedProvider {
  /** Whether it isn't reached over HTTP, so that no stand-in for providers replaces its server. */
  isMailbox?: boolean
  /** Where the provider is, without a slash at its end; empty if the account names it (`baseUrl`). */
  base: string
  /** The shortest time between two calls. Without accounts, it alone keeps the quota. */
  spacingMs: number
  /** The calls that the provider allows one account, or one address if it has no accounts; null if it names no number. */
  quota: Quota | null
  api: ProviderApi
  /**
   * Tests the account with the cheapest call that needs it.
   *
   * @returns what the provider said, in a few words of its own
   * @throws ConnectorError if it doesn't accept the account or doesn't answer
   */
  check(access: Access): Promise<string>
  /** Missing if the provider can't be asked about single records. */
  lookUp?: RecordLookUp
}

/** A provider that is only asked about single records. */
export interface LookUpConnector extends AskedProvider {
  lookUp: RecordLookUp
}

/** A way in which the product itself collects from a provider. */
export interface Connector extends AskedProvider {
  /**
   * Whether it reads the same list for every company, without an account: then it is read once for all of them, and gets an empty search.
   */
  isList?: boolean
  /** The shortest time between two runs that the provider or its contents justify. */
  everyMs: number
  /**
   * Collects what the provider has for a search, one batch for each answer. The same observation may come again in a later run.
   *
   * @param cursor of the last batch of an earlier run, also of an interrupted one; null for the first run
   * @throws ConnectorError; the batches before it stay valid
   */
  collect(access: Access, search: Search, cursor: string | null): AsyncGenerator<Batch, void, undefined>
}

/** A connector whose provider sends what it has to an address of the product. */
export interface PushConnector {
  api: ProviderApi
  /** Whether a delivery was signed with the account: compared in constant time. */
  isAuthentic(credentials: Access['credentials'], delivery: ReceivedDelivery): boolean
  /** What a delivery contains; malformed records cost only themselves. */
  read(delivery: ReceivedDelivery): Omit<Batch, 'cursor'>
}

/** What a provider sent. */
export interface ReceivedDelivery {
  headers: IncomingHttpHeaders
  /** As received. */
  body: Buffer
}
