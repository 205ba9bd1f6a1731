import * as z from 'zod/mini'
import { isOneOf, keysIn } from '../narrow.ts'
import { route } from '../route.ts'
import { everySourceName, kinds, threatSources, type ThreatSource } from '../threats/sources.ts'
import { dayMs } from '../time.ts'
import * as wire from '../wire.ts'

/*
 * The ways in which the product itself collects from providers. Each company has its own accounts with them.
 */

/** What accounts with providers consist of. All of it is stored encrypted and never sent back. */
export const credentialNames = [
  'key',
  'token',
  'clientId',
  'clientSecret',
  'accountId',
  'baseUrl',
  'feeds',
  'mailServer',
  'user',
  'password',
  'tokenUrl',
  'scope',
  'refreshToken',
  'apiId',
  'session',
] as const
/** One of `credentialNames`. */
export type CredentialName = (typeof credentialNames)[number]

/** What a connector needs, and which source its observations belong to. */
export interface ConnectorInfo {
  label: string
  /** Null for one of `lookUpConnectorNames`, which observe nothing. */
  source: ThreatSource | null
  /** Required before it can run; empty for a provider without accounts. */
  credentials: readonly CredentialName[]
  /** What it may need in addition. */
  optional?: readonly CredentialName[]
}

/** The connectors by name: the ways in which the product itself collects from providers. */
export const connectors = {
  appStore: { label: 'App Store', source: 'APK', credentials: [] },
  x: { label: 'X', source: 'Twitter', credentials: ['token'] },
  reddit: { label: 'Reddit', source: 'Reddit', credentials: ['clientId', 'clientSecret'] },
  youtube: { label: 'YouTube', source: 'YouTube', credentials: ['key'] },
  googlePlaces: { label: 'Google Places', source: 'GoogleMaps', credentials: ['key'] },
  github: { label: 'GitHub', source: 'GitHub', credentials: ['token'] },
  gitlab: { label: 'GitLab', source: 'GitHub', credentials: ['token'] },
  ransomwareLive: { label: 'ransomware.live', source: 'DarkWeb', credentials: [] },
  ransomLook: { label: 'RansomLook', source: 'DarkWeb', credentials: [] },
  searxng: { label: 'SearXNG', source: 'DocumentLeaks', credentials: ['baseUrl'] },
  grayhatWarfare: { label: 'GrayhatWarfare', source: 'DocumentLeaks', credentials: ['key'] },
  urlscan: { label: 'urlscan.io', source: 'URL', credentials: ['key'] },
  openPhish: { label: 'OpenPhish', source: 'URL', credentials: [] },
  phishTank: { label: 'PhishTank', source: 'URL', credentials: [] },
  urlhaus: { label: 'URLhaus', source: 'URL', credentials: ['key'] },
  threatFox: { label: 'ThreatFox', source: 'URL', credentials: ['key'] },
  taxii: { label: 'TAXII 2.1', source: 'URL', credentials: ['baseUrl', 'clientId', 'clientSecret'] },
  abuseMailbox: {
    label: 'Abuse mailbox',
    source: 'URL',
    credentials: ['mailServer', 'user'],
    optional: ['password', 'tokenUrl', 'clientId', 'clientSecret', 'scope', 'refreshToken'],
  },
  feeds: { label: 'Feeds by address', source: 'URL', credentials: ['feeds'] },
  sharedFeeds: { label: 'Feeds of the installation', source: 'URL', credentials: [] },
  malwareBazaar: { label: 'MalwareBazaar', source: 'APK', credentials: ['key'] },
  misp: { label: 'MISP', source: 'FinancialFraud', credentials: ['baseUrl', 'key'] },
  shodan: { label: 'Shodan', source: 'EASM', credentials: ['key'] },
  ownHosts: { label: 'Own hosts', source: 'EASM', credentials: [] },
  instagram: { label: 'Instagram', source: 'Instagram', credentials: ['accountId', 'token'] },
  facebookPages: { label: 'Facebook pages', source: 'FB', credentials: ['token'] },
  metaAds: { label: 'Meta Ad Library', source: 'Advertisements', credentials: ['token'] },
  tiktokAds: { label: 'TikTok ads', source: 'Advertisements', credentials: ['clientId', 'clientSecret'] },
  telegramBot: { label: 'Telegram bot', source: 'Telegram', credentials: ['token'] },
  telegramUser: { label: 'Telegram account', source: 'Telegram', credentials: ['apiId', 'session'] },
  telegramPreview: { label: 'Telegram channels', source: 'Telegram', credentials: [] },
  linkedinAds: { label: 'LinkedIn ads', source: 'Advertisements', credentials: ['token'] },
  whatsApp: { label: 'WhatsApp tip line', source: 'WhatsApp', credentials: ['clientSecret'] },
  virusTotal: { label: 'VirusTotal', source: null, credentials: ['key'] },
  androZoo: { label: 'AndroZoo', source: null, credentials: ['key'] },
} as const satisfies Record<string, ConnectorInfo>
/** A connector: a key of `connectors`. */
export type ConnectorName = keyof typeof connectors
/** Every connector, in the order of `connectors`. */
export const connectorNames = keysIn(connectors)

/** The connectors whose provider sends what it has to an address of the product. */
export const pushConnectorNames = ['whatsApp'] as const satisfies readonly ConnectorName[]
/** One of `pushConnectorNames`. */
export type PushConnectorName = (typeof pushConnectorNames)[number]

/** Whether the provider of a connector sends what it has. */
export const isPushed = (name: ConnectorName): name is PushConnectorName => isOneOf(pushConnectorNames, name)

/** The connectors whose provider only answers questions about single records: nothing is ever collected from it. */
export const lookUpConnectorNames = ['virusTotal', 'androZoo'] as const satisfies readonly ConnectorName[]
/** One of `lookUpConnectorNames`. */
export type LookUpConnectorName = (typeof lookUpConnectorNames)[number]

/** A connector that brings in what its provider has. */
export type CollectingConnectorName = Exclude<ConnectorName, LookUpConnectorName>
/** Whether a connector brings in what its provider has. */
export const isCollecting = (name: ConnectorName): name is CollectingConnectorName =>
  !isOneOf(lookUpConnectorNames, name)
/** Every connector that brings in what its provider has. */
export const collectingConnectorNames = connectorNames.filter(isCollecting)

/** A connector whose provider is sent calls, with an account that can be tested. */
export type AskedConnectorName = Exclude<ConnectorName, PushConnectorName>
/** Whether the provider of a connector is sent calls. */
export const asksProvider = (name: ConnectorName): name is AskedConnectorName => !isPushed(name)
/** Every connector whose provider is sent calls. */
export const askedConnectorNames = connectorNames.filter(asksProvider)

/** A connector that asks its provider at intervals for what is new. */
export type PollConnectorName = Exclude<AskedConnectorName, LookUpConnectorName>
/** Whether a connector asks its provider at intervals for what is new. */
export const isPolled = (name: ConnectorName): name is PollConnectorName => asksProvider(name) && isCollecting(name)
/** Every connector that asks its provider at intervals. */
export const pollConnectorNames = connectorNames.filter(isPolled)

/**
 * - `off`: switched off, or never switched on
 * - `ready`: one of `lookUpConnectorNames` that has an account, so that it can be asked about single records
 * - `paused`: switched on, and paused until somebody resumes it
 * - `waiting`: switched on, and its first run has not ended yet
 * - `collecting`: its last run succeeded
 * - `silent`: its runs succeed, but for some days the provider had nothing at all
 * - `throttled`: the provider allows no more calls for now
 * - `needsAccount`: the provider doesn't accept the account any more, so it needs another one
 * - `failing`: its last run failed for another reason
 */
export const connectorStates = [
  'off',
  'ready',
  'paused',
  'waiting',
  'collecting',
  'silent',
  'throttled',
  'needsAccount',
  'failing',
] as const
/** One of `connectorStates`. */
export type ConnectorState = (typeof connectorStates)[number]

/** A provider that has nothing for this long, and for two runs, counts as silent, in ms: three days. */
export const silentAfterMs = 3 * dayMs

/** What a connector did for a company. Credentials are never sent back. */
export const ConnectorWork = z.object({
  connector: z.enum(connectorNames),
  /** Null for a connector that is only asked about single records. */
  source: z.nullable(z.enum(threatSources)),
  state: z.enum(connectorStates),
  /** The end of its last complete run. */
  ranAt: z.nullable(wire.time),
  /** When the provider last had something for the company. */
  dataAt: z.nullable(wire.time),
  /** When it runs again; null while it is off or paused. */
  nextRunAt: z.nullable(wire.time),
  /** Since when it is paused; null if it isn't. */
  pausedAt: z.nullable(wire.time),
  /** Number of records read, of those reported as threats, suppressed as the company's own or allowed, and left out as malformed. */
  observed: z.int(),
  found: z.int(),
  suppressed: z.int(),
  skipped: z.int(),
  /** Of the records read, emails in which nothing was found. */
  empty: z.int(),
})
export type ConnectorWork = z.output<typeof ConnectorWork>

/** A connector with its account, for staff. */
export const CompanyConnector = z.extend(ConnectorWork, {
  /** The credentials that are stored. */
  credentials: z.array(z.enum(credentialNames)),
  /** The user who paused it; null if it isn't paused, or a command did it. */
  pausedBy: z.nullable(z.string()),
  /** What went wrong in the last run; null if nothing did. */
  problem: z.nullable(wire.Sentence),
  /** Calls left until the provider counts anew; null if it names no number, or none was sent. */
  quota: z.nullable(z.object({ left: z.int(), of: z.int(), until: wire.time })),
  /** The records that were left out last, at most 20: where they are, and the field that isn't as documented. */
  skips: z.array(z.object({ at: z.string(), field: z.string() })),
  /** Of the chats of an account, how many are read, and how many there are at least; null if all of them are read. */
  bound: z.nullable(z.object({ read: z.int(), of: z.int() })),
  /**
   * The path that the provider sends to, which belongs to this company alone. Its last part is also the verify token. Null for a connector
   * that asks its provider, or that is not set up.
   */
  hook: z.nullable(z.string()),
  /** The last test of the account; null before the first one. */
  test: z.nullable(
    z.object({
      at: wire.time,
      /** What went wrong; null if the provider accepted the account. */
      problem: z.nullable(wire.Sentence),
      /** What the provider said, in its own words. */
      reply: z.nullable(z.string()),
    }),
  ),
})
export type CompanyConnector = z.output<typeof CompanyConnector>

const credential = z.optional(wire.oneLine(2000, 1))
/** The credentials of an account; those left out stay as they are stored. */
export const Credentials = z.strictObject({
  key: credential,
  token: credential,
  clientId: credential,
  clientSecret: credential,
  accountId: credential,
  baseUrl: credential,
  /** One per line, each with at most one header after it: `https://feeds.example/list.csv X-Api-Key: abc`. */
  feeds: z.optional(wire.text(20_000, 1)),
  /** `imaps://host:port/folder`, or `imap:` for a server that encrypts after STARTTLS. Port and folder can be left out. */
  mailServer: credential,
  user: credential,
  password: credential,
  /** Where access tokens are issued, for a user that signs in with OAuth 2.0: an https address. */
  tokenUrl: credential,
  scope: credential,
  refreshToken: z.optional(wire.oneLine(4000, 1)),
  /** The number of an app at my.telegram.org. */
  apiId: credential,
  /** As `signet telegram sign-in` prints it. */
  session: credential,
} satisfies Record<CredentialName, unknown>)
export type Credentials = z.output<typeof Credentials>

const ofConnector = {
  params: z.object({ connector: z.enum(connectorNames) }),
  query: wire.ofCompany,
}
const ofAskedConnector = {
  params: z.object({ connector: z.enum(askedConnectorNames) }),
  query: wire.ofCompany,
}
const ofPollConnector = {
  params: z.object({ connector: z.enum(pollConnectorNames) }),
  query: wire.ofCompany,
}

/** Every connector, also those that are off. */
export const listConnectors = route({
  method: 'GET',
  path: '/settings/connectors',
  summary: 'List the connectors with the accounts of the company and what they did',
  access: 'company:manage',
  query: wire.ofCompany,
  response: z.array(CompanyConnector),
})

/**
 * Credentials are stored encrypted; those left out stay. 400 naming a credential without which it can't be switched on. One of
 * `lookUpConnectorNames` can't be switched on: 400 unless `isOn` is false. It only needs its account.
 */
export const putConnector = route({
  method: 'PUT',
  path: '/settings/connectors/{connector}',
  summary: "Switch a connector on or off, and set the company's account with its provider",
  access: 'company:manage',
  ...ofConnector,
  body: z.strictObject({
    company: wire.company,
    isOn: z.boolean(),
    credentials: z._default(Credentials, {}),
  }),
  response: z.array(CompanyConnector),
})

/** Switches the connector off and deletes the account. What it collected stays. 404 if nothing is stored for it. */
export const deleteConnector = route({
  method: 'DELETE',
  path: '/settings/connectors/{connector}',
  summary: "Delete the company's account with the provider of a connector",
  access: 'company:manage',
  ...ofConnector,
  response: z.array(CompanyConnector),
})

/** The result is stored with the connector. 404 if nothing is stored for it. */
export const testConnector = route({
  method: 'POST',
  path: '/settings/connectors/{connector}/test',
  summary: "Test the company's account with the provider of a connector",
  access: 'company:manage',
  status: 202,
  ...ofAskedConnector,
  response: z.array(CompanyConnector),
})

/** 404 for a connector that is off, 409 (`CONNECTOR_PAUSED`) for one that is paused. A run that is going on continues. */
export const runConnector = route({
  method: 'POST',
  path: '/settings/connectors/{connector}/run',
  summary: 'Run a connector now',
  access: 'company:manage',
  status: 202,
  ...ofPollConnector,
  response: z.array(CompanyConnector),
})

/**
 * A run that is going on stores nothing more; after resuming, the next one continues at its cursor. Pausing what is paused changes nothing.
 * 404 for a connector that is off.
 */
export const pauseConnector = route({
  method: 'PUT',
  path: '/settings/connectors/{connector}/pause',
  summary: 'Pause a connector, or resume it',
  access: 'company:manage',
  ...ofPollConnector,
  body: z.strictObject({ company: wire.company, isPaused: z.boolean() }),
  response: z.array(CompanyConnector),
})

/**
 * - `collecting`: at least one connector works, or for domains at least one feed or log is read
 * - `troubled`: connectors are on, but none works now
 * - `paused`: connectors are on, but all that are have been paused
 * - `off`: there are connectors, but none is on
 * - `importOnly`: no connector; findings come from other programs, imports and people
 */
export const sourceStates = ['collecting', 'troubled', 'paused', 'off', 'importOnly'] as const
/** One of `sourceStates`. */
export type SourceState = (typeof sourceStates)[number]

/** How a source of a company is covered, for threats or for touts. */
export const SourceCoverage = z.object({
  kind: z.enum(kinds),
  source: z.enum(everySourceName),
  state: z.enum(sourceStates),
  /** When anything last came in for the source, also from other programs. */
  dataAt: z.nullable(wire.time),
  connectors: z.array(ConnectorWork),
})
export type SourceCoverage = z.output<typeof SourceCoverage>

/** The sources of threats that the company has, in their usual order, then those of touts. */
export const getSourceCoverage = route({
  method: 'GET',
  path: '/coverage/sources',
  summary: 'Get how each source of the company is covered, and when data last came in',
  access: 'company:read',
  query: wire.ofCompany,
  response: z.array(SourceCoverage),
})
