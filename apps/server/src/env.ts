import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { ianaBootstrap, ianaWhois, readExits, readFeedAddresses } from '@signet/connectors'
import { RetentionDays } from '@signet/contract/companies/retention'
import { services, type Service } from '@signet/contract/operation/jobs'
import { usualPromisedHours } from '@signet/contract/review/promised-times'
import { PromisedHours } from '@signet/contract/review/review-policy'
import { severities } from '@signet/contract/threats/severities'
import { ProgramError } from '@signet/contract/errors/program-errors'
import { isOneOf, required } from '@signet/contract/narrow'
import { isLoopback } from './app/loopback.ts'
import { readPublicKey } from './backup/recovery-key.ts'
import { readMailServer, readSender, type MailSettings } from './app/mail-settings.ts'
import type { InstallationSettings } from './app/context.ts'
import type { Lifetimes } from './app/session-settings.ts'
import type { LookUpSettings } from './app/settings.ts'
import { readKek } from './secrets/key-provider.ts'
import type { S3Settings } from './files/s3-file-store.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

/** All settings of the program, which are read from the environment in this file only. */
export interface Env {
  port: number
  host: string
  dataDir: string | null
  databaseUrl: string | null
  /** The server itself, if `databaseUrl` leads to a connection pooler in transaction mode. */
  databaseDirectUrl: string | null
  /** The password of the working roles of the database; null if it is derived from the secret. */
  databasePassword: string | null
  services: ReadonlySet<Service>
  isDemo: boolean
  secret: string | null
  /** Keys that encrypt the data keys, the current one first; empty if they are stored in the data directory. */
  keks: Buffer[]
  isProduction: boolean
  /** Null if it isn't set: each command has its own default. */
  logLevel: (typeof logLevels)[number] | null
  /** `host:port` pairs that feeds may be read from although their addresses aren't public. */
  feedAllow: string[]
  /** The feeds that companies may have read for them all, see `readFeedAddresses`; empty if there are none. */
  feeds: string
  /** One address that stands in for all services that take reports, each at `<address>/<service>`; for tests. */
  abuseReportServicesUrl: string | null
  /** One address that stands in for all providers that connectors collect from, each at `<address>/<connector>`; for tests. */
  connectorsUrl: string | null
  /** A file or an http(s) address with the certificate transparency logs to follow; null disables following. */
  ctLogList: string | null
  /** A certstream server to read from, in addition to or instead of the logs. */
  certstreamUrl: string | null
  /** How many entries before the end of a new log reading starts. */
  ctBackfill: number
  /** How many entries before the end of each log the first scan of a company starts. */
  ctLookback: number
  /** The services used to look up the domains of threats; null disables look-ups. */
  lookUps: LookUpSettings | null
  /** How many times shorter the waits of takedowns are than their settings say; 1 except on a local internet. */
  clockFactor: number
  /** Like `feedAllow`, for identity providers of companies. */
  ssoAllow: string[]
  /** The portal's public address when it runs behind a proxy, e.g. `https://portal.example.com`. */
  origin: string | null
  /** Addresses or networks of proxies that are trusted to report a visitor's address. */
  proxies: string[]
  /** The mail server and the sender of emails; null keeps every email on this machine. */
  mail: MailSettings | null
  /** The bucket that stores files instead of the data directory. */
  s3: S3Settings | null
  /** The service and keys of the buckets that backups are written to; null if there are none. */
  backupS3: Omit<S3Settings, 'bucket' | 'prefix'> | null
  /** The public half of the key that the keys in a backup are sealed for. */
  recoveryKey: KeyObject | null
  /** Requests per user and minute; further requests are answered with 429. */
  requestsPerMinute: number
  /** Days that logged requests are kept. */
  logDays: number
  /** Days that rows of companies are kept, where they differ from the defaults. */
  retention: RetentionDays
  /** Within how many hours records are reviewed, by rank of severity, low first; null: the defaults. */
  promisedHours: number[] | null
  /** Whether staff, and users invited by their own company, must have a second factor: by default everywhere except in the demo. */
  staffFactor: boolean
  /** Lifetimes of sessions and tokens that differ from the defaults, in seconds. */
  lifetimes: Partial<Lifetimes>
  installation: InstallationSettings
  /** What texts in pictures are read with: `latin` or the path of a Tesseract model; null if they aren't read. */
  textModel: string | null
  /** The authority that timestamps evidence packs (RFC 3161). */
  timestampUrl: string | null
  /** What callers of `/metrics` send; null exports nothing. */
  metricsToken: string | null
  /** Where traces and logs are sent, and the share of traces; null sends none. */
  telemetry: { endpoint: string; share: number } | null
  /** The port for the health of a process that only runs jobs; null opens none. */
  healthPort: number | null
  /** How long `/readyz` answers 503 before the process stops accepting calls. */
  stopDelayMs: number
  /** Whether npm started the program, through a shell in between. */
  isRunByNpm: boolean
}

/** The root of the project, which contains `data/` by default. */
export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..')

/** `host:port` pairs. */
const hosts = z._default(z.string().check(z.regex(/^$|^[\w.:[\]-]+:\d+(,[\w.:[\]-]+:\d+)*$/)), '')

/** The values of SIGNET_PICTURE_TEXT that are no path. */
const textModels: Readonly<Record<string, string | null>> = { 0: null, 1: 'latin' }

/** Every variable that is read, with its check. */
export const Settings = z.object({
  PORT: z._default(
    z.string().check(
      z.regex(/^\d{1,5}$/),
      z.refine((text) => Number(text) <= 65_535),
    ),
    '3000',
  ),
  HOST: z._default(z.string().check(z.regex(/^[\w.:-]+$/)), '127.0.0.1'),
  DATA_DIR: z.optional(z.string()),
  DATABASE_URL: z.optional(z.string().check(z.refine(isPostgresUrl))),
  DATABASE_DIRECT_URL: z.optional(z.string().check(z.refine(isPostgresUrl))),
  SIGNET_DATABASE_PASSWORD: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{16,}$/))),
  SIGNET_SERVICES: z._default(
    z.string().check(z.refine((text) => text.split(',').every((name) => name === 'api' || name === 'worker'))),
    'api,worker',
  ),
  SIGNET_DEMO: z._default(z.enum(['0', '1']), '0'),
  SIGNET_SECRET: z.optional(z.string().check(z.minLength(32))),
  SIGNET_KEK: z.optional(z.string().check(z.refine((text) => readKek(text) !== null))),
  SIGNET_KEK_PREVIOUS: z._default(z.string().check(z.refine((text) => listOf(text).every((key) => readKek(key)))), ''),
  SIGNET_LOG: z.optional(z.enum(logLevels)),
  SIGNET_CONNECTORS_URL: z.optional(z.string().check(z.regex(/^$|^https?:\/\/[^/]+$/))),
  SIGNET_ABUSE_REPORT_SERVICES_URL: z.optional(z.string().check(z.regex(/^$|^https?:\/\/[^/]+$/))),
  SIGNET_FEED_ALLOW: hosts,
  SIGNET_FEEDS: z._default(z.string().check(z.refine((text) => Array.isArray(readFeedAddresses(text)))), ''),
  SIGNET_ENRICH: z._default(z.enum(['0', '1']), '0'),
  SIGNET_DNS_SERVERS: z._default(
    z.string().check(z.refine((text) => listOf(text).every((server) => isServer(server)))),
    '',
  ),
  SIGNET_BLOCK_LISTS: z._default(
    z.string().check(z.regex(/^$|^[\w-]+(\.[\w-]+)+(,[\w-]+(\.[\w-]+)+)*$/), z.maxLength(1000)),
    '',
  ),
  SIGNET_RDAP_BOOTSTRAP: z._default(z.string().check(z.regex(/^https?:\/\/[^\s#@]+$/)), ianaBootstrap),
  SIGNET_WHOIS_ROOT: z._default(z.string().check(z.regex(/^[\w-]+(\.[\w-]+)+$/)), ianaWhois),
  SIGNET_LOOKUP_ALLOW: hosts,
  SIGNET_LOOKUP_PORTS: z.optional(z.string().check(z.regex(/^http=\d{1,5},https=\d{1,5},whois=\d{1,5}$/))),
  SIGNET_CLOCK_FACTOR: z._default(
    z.string().check(
      z.regex(/^\d{1,6}$/),
      z.refine((text) => Number(text) >= 1 && Number(text) <= 100_000),
    ),
    '1',
  ),
  SIGNET_BROWSER_URL: z.optional(z.string().check(z.regex(/^(wss?|https?):\/\/\S+$/))),
  SIGNET_BROWSER_PATH: z.optional(z.string()),
  SIGNET_BROWSER_PROXY_HOST: z.optional(z.string().check(z.regex(/^[\w.-]+$/))),
  SIGNET_CAPTURE_PROXIES: z._default(z.string().check(z.refine((text) => readExits(text) !== null)), ''),
  SIGNET_CAPTURE_SCORE: z._default(z.string().check(z.regex(/^\d{1,3}$/)), '80'),
  SIGNET_SSO_ALLOW: hosts,
  SIGNET_CT_LOG_LIST: z.optional(z.string().check(z.maxLength(2000), z.refine(isReadablePlace))),
  SIGNET_CERTSTREAM_URL: z.optional(z.string().check(z.regex(/^wss?:\/\/[^@\s]+$/))),
  SIGNET_CT_BACKFILL: z._default(z.string().check(z.regex(/^\d{1,9}$/)), '2560'),
  // Takes some minutes for the forty logs that exist: they return 256 entries at a time, a few times a second.
  SIGNET_CT_LOOKBACK: z._default(z.string().check(z.regex(/^\d{1,9}$/)), '20480'),
  SIGNET_ORIGIN: z.optional(z.string().check(z.regex(/^https?:\/\/[^/?#@\s]+$/))),
  SIGNET_PROXIES: z._default(z.string().check(z.refine((text) => listOf(text).every(isNetwork))), ''),
  SIGNET_SMTP_URL: z.optional(z.string().check(z.refine((text) => readMailServer(text) !== null))),
  SIGNET_MAIL_FROM: z.optional(z.string().check(z.refine((text) => readSender(text) !== null))),
  SIGNET_DKIM_KEY: z.optional(z.string().check(z.refine((place) => readDkimKey(place) !== null))),
  SIGNET_DKIM_SELECTOR: z.optional(
    z.string().check(z.regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9-]{1,63})*$/i)),
  ),
  SIGNET_S3_BUCKET: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/))),
  SIGNET_S3_ENDPOINT: z.optional(z.string().check(z.regex(/^https?:\/\/[^/?#@\s]+\/?$/))),
  SIGNET_S3_REGION: z._default(z.string().check(z.regex(/^[a-z0-9-]{1,50}$/)), 'us-east-1'),
  SIGNET_S3_ACCESS_KEY: z.optional(z.string()),
  SIGNET_S3_SECRET_KEY: z.optional(z.string()),
  SIGNET_BACKUP_S3_ENDPOINT: z.optional(z.string().check(z.regex(/^https?:\/\/[^/?#@\s]+\/?$/))),
  SIGNET_BACKUP_S3_REGION: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,50}$/))),
  SIGNET_BACKUP_S3_ACCESS_KEY: z.optional(z.string()),
  SIGNET_BACKUP_S3_SECRET_KEY: z.optional(z.string()),
  SIGNET_RECOVERY_KEY: z.optional(z.string().check(z.refine((text) => readPublicKey(text) !== null))),
  SIGNET_REQUESTS_PER_MINUTE: z._default(
    z.string().check(
      z.regex(/^\d{1,7}$/),
      z.refine((text) => Number(text) >= 1),
    ),
    '600',
  ),
  SIGNET_LOG_DAYS: z._default(
    z.string().check(
      z.regex(/^\d{1,4}$/),
      z.refine((text) => Number(text) >= 1 && Number(text) <= 3650),
    ),
    '90',
  ),
  SIGNET_RETENTION_DAYS: z._default(z.string().check(z.refine((text) => readRetention(text) !== null)), ''),
  SIGNET_REVIEW_HOURS: z._default(z.string().check(z.refine((text) => readPromisedHours(text) !== null)), ''),
  SIGNET_STAFF_FACTOR: z._default(z.enum(['on', 'off', 'default']), 'default'),
  SIGNET_LIFETIMES: z._default(z.string().check(z.refine((text) => readLifetimes(text) !== null)), ''),
  SIGNET_BREACHED_PASSWORDS: z.optional(z.string().check(z.refine(isDirectory))),
  SIGNET_PICTURE_TEXT: z._default(z.string().check(z.refine((text) => text in textModels || isFile(text))), '0'),
  SIGNET_TIMESTAMP_URL: z.optional(z.string().check(z.regex(/^https?:\/\/[^\s#@]+$/))),
  SIGNET_METRICS_TOKEN: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{16,}$/))),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(z.string().check(z.regex(/^https?:\/\/[^\s?#@]+$/))),
  OTEL_TRACES_SAMPLER_ARG: z._default(
    z.string().check(
      z.regex(/^\d(\.\d+)?$/),
      z.refine((text) => Number(text) <= 1),
    ),
    '1',
  ),
  SIGNET_HEALTH_PORT: z.optional(
    z.string().check(
      z.regex(/^\d{1,5}$/),
      z.refine((text) => Number(text) <= 65_535),
    ),
  ),
  SIGNET_STOP_DELAY: z._default(z.string().check(z.regex(/^([0-9]|[1-5][0-9]|60)$/)), '0'),
  NODE_ENV: z.optional(z.string()),
  npm_lifecycle_event: z.optional(z.string()),
})

/**
 * Reads and checks the settings. An empty variable counts as unset.
 *
 * @throws ProgramError naming the variable and its allowed values; never the actual value, which may be a secret
 */
export function readEnv(variables: NodeJS.ProcessEnv): Env {
  const present = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = z.safeParse(Settings, present)
  if (!result.success) {
    const name = String(result.error.issues[0]?.path[0])
    throw new ProgramError('SETTING_INVALID', { name })
  }
  const settings = result.data
  const mail = mailOf(settings)
  const env: Env = {
    port: Number(settings.PORT),
    host: settings.HOST,
    dataDir: settings.DATA_DIR ? path.resolve(settings.DATA_DIR) : null,
    databaseUrl: settings.DATABASE_URL ?? null,
    databaseDirectUrl: settings.DATABASE_DIRECT_URL ?? null,
    databasePassword: settings.SIGNET_DATABASE_PASSWORD ?? null,
    services: new Set(settings.SIGNET_SERVICES.split(',').filter((name) => isOneOf(services, name))),
    isDemo: settings.SIGNET_DEMO === '1',
    secret: settings.SIGNET_SECRET ?? null,
    keks: settings.SIGNET_KEK
      ? [settings.SIGNET_KEK, ...listOf(settings.SIGNET_KEK_PREVIOUS)].map((text) =>
          required(readKek(text), 'SIGNET_KEK'),
        )
      : [],
    isProduction: settings.NODE_ENV === 'production',
    logLevel: settings.SIGNET_LOG ?? null,
    feedAllow: listOf(settings.SIGNET_FEED_ALLOW),
    feeds: settings.SIGNET_FEEDS,
    connectorsUrl: settings.SIGNET_CONNECTORS_URL || null,
    abuseReportServicesUrl: settings.SIGNET_ABUSE_REPORT_SERVICES_URL || null,
    ctLogList: settings.SIGNET_CT_LOG_LIST ?? null,
    certstreamUrl: settings.SIGNET_CERTSTREAM_URL ?? null,
    ctBackfill: Number(settings.SIGNET_CT_BACKFILL),
    ctLookback: Number(settings.SIGNET_CT_LOOKBACK),
    lookUps: settings.SIGNET_ENRICH === '1' ? lookUpsOf(settings) : null,
    clockFactor: Number(settings.SIGNET_CLOCK_FACTOR),
    ssoAllow: listOf(settings.SIGNET_SSO_ALLOW),
    origin: settings.SIGNET_ORIGIN ?? null,
    proxies: listOf(settings.SIGNET_PROXIES),
    mail,
    s3: s3Of(settings),
    backupS3: backupS3Of(settings),
    recoveryKey: settings.SIGNET_RECOVERY_KEY ? readPublicKey(settings.SIGNET_RECOVERY_KEY) : null,
    requestsPerMinute: Number(settings.SIGNET_REQUESTS_PER_MINUTE),
    logDays: Number(settings.SIGNET_LOG_DAYS),
    retention: readRetention(settings.SIGNET_RETENTION_DAYS) ?? {},
    promisedHours: settings.SIGNET_REVIEW_HOURS === '' ? null : readPromisedHours(settings.SIGNET_REVIEW_HOURS),
    staffFactor:
      settings.SIGNET_STAFF_FACTOR === 'default' ? settings.SIGNET_DEMO !== '1' : settings.SIGNET_STAFF_FACTOR === 'on',
    lifetimes: readLifetimes(settings.SIGNET_LIFETIMES) ?? {},
    installation: {
      breachedPasswords: settings.SIGNET_BREACHED_PASSWORDS ?? null,
      mailFrom: mail?.from ?? null,
      looksUp: settings.SIGNET_ENRICH === '1',
      isInternetSimulated: settings.SIGNET_ENRICH === '1' && settings.SIGNET_LOOKUP_PORTS !== undefined,
      followsLogs: settings.SIGNET_CT_LOG_LIST !== undefined,
    },
    textModel: textModelOf(settings.SIGNET_PICTURE_TEXT),
    timestampUrl: settings.SIGNET_TIMESTAMP_URL ?? null,
    metricsToken: settings.SIGNET_METRICS_TOKEN ?? null,
    telemetry: settings.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
          share: Number(settings.OTEL_TRACES_SAMPLER_ARG),
        }
      : null,
    healthPort: settings.SIGNET_HEALTH_PORT ? Number(settings.SIGNET_HEALTH_PORT) : null,
    stopDelayMs: Number(settings.SIGNET_STOP_DELAY) * 1000,
    isRunByNpm: settings.npm_lifecycle_event !== undefined,
  }
  assertTogether(env)
  return env
}

/** @throws ProgramError for settings that each are valid and exclude each other */
function assertTogether(env: Env): void {
  if (env.databaseDirectUrl && !env.databaseUrl) throw new ProgramError('DIRECT_URL_ALONE')
  if (env.isDemo && !isLoopback(env.host)) throw new ProgramError('DEMO_HOST_OPEN')
  if (env.lookUps?.ports && !env.isDemo) throw new ProgramError('LOOKUP_PORTS_OUTSIDE_DEMO')
  if (env.clockFactor !== 1 && !env.lookUps?.ports) throw new ProgramError('CLOCK_FACTOR_OUTSIDE_DEMO')
}

const lookUpsOf = (settings: z.output<typeof Settings>): LookUpSettings => ({
  dnsServers: listOf(settings.SIGNET_DNS_SERVERS),
  blockLists: listOf(settings.SIGNET_BLOCK_LISTS),
  rdapBootstrap: settings.SIGNET_RDAP_BOOTSTRAP,
  whoisRoot: settings.SIGNET_WHOIS_ROOT,
  allow: listOf(settings.SIGNET_LOOKUP_ALLOW),
  ...(settings.SIGNET_LOOKUP_PORTS ? { ports: readPorts(settings.SIGNET_LOOKUP_PORTS) } : {}),
  capture: {
    browser: {
      url: settings.SIGNET_BROWSER_URL,
      program: settings.SIGNET_BROWSER_PATH,
      proxyHost: settings.SIGNET_BROWSER_PROXY_HOST,
    },
    exits: readExits(settings.SIGNET_CAPTURE_PROXIES) ?? [],
    scoreMin: Number(settings.SIGNET_CAPTURE_SCORE),
  },
})

function mailOf(settings: z.output<typeof Settings>): Env['mail'] {
  const {
    SIGNET_SMTP_URL: url,
    SIGNET_MAIL_FROM: sender,
    SIGNET_DKIM_KEY: key,
    SIGNET_DKIM_SELECTOR: selector,
  } = settings
  if ((key === undefined) !== (selector === undefined)) {
    throw new ProgramError('SETTING_INVALID', { name: key === undefined ? 'SIGNET_DKIM_KEY' : 'SIGNET_DKIM_SELECTOR' })
  }
  if (!url) return null
  if (!sender) throw new ProgramError('MAIL_SENDER_MISSING')
  const dkim = key && selector ? { selector, privateKey: required(readDkimKey(key), 'SIGNET_DKIM_KEY') } : null
  return {
    smtp: required(readMailServer(url), 'SIGNET_SMTP_URL'),
    from: required(readSender(sender), 'SIGNET_MAIL_FROM'),
    dkim,
  }
}

/** The private key in a PEM file; null if there is none that can sign emails (RSA, as DKIM requires). */
function readDkimKey(place: string): string | null {
  try {
    const pem = readFileSync(place, 'utf8')
    return createPrivateKey(pem).asymmetricKeyType === 'rsa' ? pem : null
  } catch {
    // No such file, or not a key. The variable is named; its content never is.
    return null
  }
}

/** @throws ProgramError if a bucket is set without its keys, or keys without a bucket */
function s3Of(settings: z.output<typeof Settings>): S3Settings | null {
  const {
    SIGNET_S3_BUCKET: bucket,
    SIGNET_S3_ACCESS_KEY: accessKeyId,
    SIGNET_S3_SECRET_KEY: secretAccessKey,
  } = settings
  if (!bucket) {
    if (!accessKeyId && !secretAccessKey && !settings.SIGNET_S3_ENDPOINT) return null
    throw new ProgramError('S3_BUCKET_MISSING')
  }
  if (!accessKeyId || !secretAccessKey) throw new ProgramError('S3_KEYS_MISSING')
  const endpoint = settings.SIGNET_S3_ENDPOINT?.replace(/\/$/, '') ?? null
  return { endpoint, region: settings.SIGNET_S3_REGION, bucket, accessKeyId, secretAccessKey }
}

/**
 * The service of the buckets for backups: its own keys, otherwise those of the bucket for files.
 *
 * @throws ProgramError if only one of the two keys is set
 */
function backupS3Of(settings: z.output<typeof Settings>): Env['backupS3'] {
  const { SIGNET_BACKUP_S3_ACCESS_KEY: accessKeyId, SIGNET_BACKUP_S3_SECRET_KEY: secretAccessKey } = settings
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) throw new ProgramError('BACKUP_S3_KEYS_MISSING')
  if (!accessKeyId || !secretAccessKey) {
    const shared = s3Of(settings)
    return shared && { ...shared }
  }
  const endpoint = settings.SIGNET_BACKUP_S3_ENDPOINT?.replace(/\/$/, '') ?? null
  return { endpoint, region: settings.SIGNET_BACKUP_S3_REGION ?? 'us-east-1', accessKeyId, secretAccessKey }
}

const lifetimeNames = [
  'accessToken',
  'refreshIdle',
  'sessionIdle',
  'sessionMax',
  'staffMax',
  'refreshGrace',
  'poll',
] as const

/** `name=seconds` pairs; null if one has another form. */
function readLifetimes(text: string): Partial<Lifetimes> | null {
  const lifetimes: Partial<Lifetimes> = {}
  for (const pair of listOf(text)) {
    const [, name, seconds] = /^(\w+)=([1-9]\d{0,7})$/.exec(pair) ?? []
    if (!isOneOf(lifetimeNames, name)) return null
    lifetimes[name] = Number(seconds)
  }
  return lifetimes
}

/** `name=days` pairs within their limits; null for anything else. */
function readRetention(text: string): RetentionDays | null {
  const pairs = listOf(text).map((pair) => /^(\w+)=(\d{1,4})$/.exec(pair))
  if (pairs.includes(null)) return null
  const days = Object.fromEntries(pairs.map((pair) => [pair?.[1], Number(pair?.[2])]))
  return z.safeParse(RetentionDays, days).data ?? null
}

/** `severity=hours` pairs, by rank of severity, with the defaults for those left out; null for anything else. */
function readPromisedHours(text: string): number[] | null {
  const pairs = listOf(text).map((pair) => /^(\w+)=(\d{1,4})$/.exec(pair))
  if (pairs.includes(null)) return null
  const hours = Object.fromEntries(pairs.map((pair) => [pair?.[1], Number(pair?.[2])]))
  const { data } = z.safeParse(PromisedHours, { ...usualPromisedHours, ...hours })
  return data ? severities.toReversed().map((severity) => data[severity]) : null
}

/** The ports of a local internet, in the form that the setting was checked for. */
function readPorts(text: string): NonNullable<LookUpSettings['ports']> {
  const [http = 0, https = 0, whois = 0] = listOf(text).map((pair) => Number(pair.slice(pair.indexOf('=') + 1)))
  return { http, https, whois }
}

function textModelOf(text: string): string | null {
  const model = textModels[text]
  return model === undefined ? path.resolve(text) : model
}

function isFile(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isFile() ?? false
}

function isDirectory(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** Whether this is an http(s) address or an existing file. */
function isReadablePlace(place: string): boolean {
  if (/^https?:\/\//i.test(place)) return URL.canParse(place)
  return statSync(place, { throwIfNoEntry: false })?.isFile() ?? false
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
}

/** Whether this is an IP address with an optional port; an IPv6 address with a port has brackets. */
function isServer(text: string): boolean {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([\d.]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  return isIP(text) !== 0 || (isIP(bracketed ?? plain ?? '') !== 0 && Number(port ?? 53) <= 65_535)
}

/** Whether this is an IP address or a network as `address/prefix`. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const bits = isIP(address) === 6 ? 128 : 32
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits)
  return isIP(address) !== 0 && isPrefix && rest.length === 0
}

function isPostgresUrl(text: string): boolean {
  return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)
}
