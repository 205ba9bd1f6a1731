import { pauseServer, takeTurn } from '../../app/server-gates.queries.ts'
import { setTimeout as wait } from 'node:timers/promises'
import {
  addressesOf,
  ConnectorError,
  fetchBootstrap,
  parseBootstrap,
  readCertificate,
  readDns,
  readPage,
  readRdap,
  readWhois,
  type Bootstrap,
  type Exit,
  type FetchedBootstrap,
} from '@signet/connectors'
import type { CaptureProfile } from '@signet/contract/takedowns/captures'
import type { HttpFacts, RegistrationFacts } from '@signet/contract/threats/observations'
import { dayMs, hourMs, minuteMs, secondMs } from '@signet/contract/time'
import { describePage } from '@signet/detection'
import type { LookUpSettings } from '../../app/settings.ts'
import type { Database } from '../../db/database.ts'
import { cached, lastAnswer, type DomainAnswer } from './domain-answers.queries.ts'

export interface LookUpParts {
  database: Database
  settings: LookUpSettings
  now: Date
}

/** How long an answer is valid: less than the time to the next check. */
const ttlMs = {
  registration: 12 * hourMs,
  dns: 5 * minuteMs,
  tls: hourMs,
  http: 5 * minuteMs,
}
const bootstrapTtlMs = dayMs
/** Minimum delay between two queries to one server; registries of names limit queries per minute, those of numbers per second. */
export const spacingMs = { dns: 20, registry: secondMs, numbers: 200 }
const waitMaxMs = 15 * secondMs
/** Delay for a registry that asks to retry later without saying when. */
const pausedMs = 10 * minuteMs

/** Throws on a bug; failures of an outside service are returned as an answer. */
export async function settled<T>(look: () => Promise<DomainAnswer<T>>): Promise<DomainAnswer<T> | ConnectorError> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof ConnectorError) return error
    throw error
  }
}

export function dnsOf({ database, settings, now }: LookUpParts, host: string, zone: string) {
  return cached(database, `dns ${host}`, ttlMs.dns, now, () =>
    readDns(host, zone, { servers: settings.dnsServers, before: (server) => inTurn(database, server, spacingMs.dns) }),
  )
}

export function tlsOf({ database, settings, now }: LookUpParts, host: string) {
  return cached(database, `tls ${host}`, ttlMs.tls, now, () =>
    readCertificate(host, { allowAddress: settings.allow, lookup: resolverOf(settings), port: settings.ports?.https }),
  )
}

/** A visitor that a web server is asked as: a device, and the exit that the visit leaves by, if any. */
export interface PageVisitor {
  profile: CaptureProfile
  exit: Exit | null
}

export function httpOf(
  { database, settings, now }: LookUpParts,
  host: string,
  path = '',
  visitor?: PageVisitor,
): Promise<DomainAnswer<HttpFacts>> {
  const as = visitor ? ` ${visitor.profile} ${visitor.exit?.label ?? ''}` : ''
  return cached(database, `http ${host}${path}${as}`, ttlMs.http, now, async () => {
    const { html, ...page } = await readPage(host, {
      allowAddress: settings.allow,
      lookup: resolverOf(settings),
      ports: settings.ports,
      ...(path === '' ? {} : { path }),
      ...(visitor ? { as: visitor.profile, exit: visitor.exit ?? undefined } : {}),
    })
    return { ...page, ...describePage(html) }
  })
}

/** Connections to hosts use the address that the configured DNS servers return. */
export function resolverOf({ dnsServers }: LookUpSettings) {
  return dnsServers.length === 0 ? undefined : (host: string) => addressesOf(host, { servers: dnsServers })
}

export function registrationOf(parts: LookUpParts, domain: string): Promise<DomainAnswer<RegistrationFacts>> {
  const { database, settings, now } = parts
  return cached(database, `registration ${domain}`, ttlMs.registration, now, () =>
    inTurns(database, spacingMs.registry, async (before) => {
      const options = { allowAddress: settings.allow, before }
      const found = await byRdap(parts, domain, options)
      if (found) return found
      const whois = { ...options, root: settings.whoisRoot, port: settings.ports?.whois, lookup: resolverOf(settings) }
      const fallback = await readWhois(domain, whois)
      if (fallback) return fallback
      throw new ConnectorError('REGISTRY_UNKNOWN', { domain })
    }),
  )
}

/** Waits for a slot before each query to a server, and pauses the last server if it asks to retry later. */
export async function inTurns<T>(
  database: Database,
  everyMs: number,
  ask: (before: (server: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  let lastServer = ''
  try {
    return await ask(async (server) => {
      lastServer = server
      await inTurn(database, server, everyMs)
    })
  } catch (error) {
    if (error instanceof ConnectorError && error.kind === 'throttled' && lastServer !== '') {
      await pauseServer(database, lastServer, error.retryAt ?? new Date(Date.now() + pausedMs))
    }
    throw error
  }
}

/** Null if RDAP has no answer and WHOIS may have one. */
async function byRdap(
  parts: LookUpParts,
  domain: string,
  options: { allowAddress: readonly string[]; before: (server: string) => Promise<void> },
): Promise<RegistrationFacts | null> {
  try {
    const bootstrap = await bootstrapOf(parts)
    return await readRdap(domain, bootstrap, { ...options, lookup: resolverOf(parts.settings) })
  } catch (error) {
    if (error instanceof ConnectorError && error.kind !== 'throttled') return null
    throw error
  }
}

/** The servers responsible for each suffix, or for numbers; downloaded once a day for all processes. */
export async function bootstrapOf(
  { database, settings, now }: LookUpParts,
  address = settings.rdapBootstrap,
): Promise<Bootstrap> {
  const key = `bootstrap ${address}`
  const { answer } = await cached(database, key, bootstrapTtlMs, now, async () => {
    const known = await lastAnswer<FetchedBootstrap>(database, key)
    const fetched = await fetchBootstrap(address, known?.etag ?? null, { allowAddress: settings.allow })
    return fetched.text === null && known ? known : fetched
  })
  return parseBootstrap(answer.text ?? '')
}

export async function inTurn(database: Database, server: string, everyMs: number): Promise<void> {
  const waitMs = await takeTurn(database, server, everyMs, waitMaxMs)
  if (waitMs > 0) await wait(waitMs)
}
