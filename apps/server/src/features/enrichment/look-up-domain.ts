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
  type FetchedBootstrap,
} from '@signet/connectors'
import type { FactsOf, HttpFacts, ObservationKind, RegistrationFacts } from '@signet/contract/observations'
import { dayMs, hourMs, minuteMs, secondMs } from '@signet/contract/time'
import { describePage, splitName } from '@signet/detection'
import type { LookUpSettings } from '../../app/settings.ts'
import type { Database } from '../../db/database.ts'
import { cached, pauseServer, lastAnswer, takeTurn, type Lookup } from './lookups.queries.ts'

export interface LookUpParts {
  database: Database
  settings: LookUpSettings
  now: Date
}

/** The result of each kind of lookup: facts, or the reason why there are none. */
export type DomainLookups = { [K in ObservationKind]?: Lookup<FactsOf<K>> | ConnectorError } & {
  /** The web server's answer for the requested path. */
  page?: Lookup<HttpFacts> | ConnectorError
}

/** How long an answer is valid: less than the time to the next check. */
const ttlMs: Record<ObservationKind, number> = {
  registration: 12 * hourMs,
  dns: 5 * minuteMs,
  tls: hourMs,
  http: 5 * minuteMs,
}
const bootstrapTtlMs = dayMs
/** Minimum delay between two queries to one server; registries limit queries per minute. */
const spacingMs = { dns: 20, registry: secondMs }
const waitMaxMs = 15 * secondMs
/** Delay for a registry that asks to retry later without saying when. */
const pausedMs = 10 * minuteMs

/**
 * Looks up a host in every way. A failed lookup returns its reason and doesn't delay the others.
 *
 * @param path of a page that is visited in addition to the front page, e.g. `/login`; null for none
 */
export async function lookUpDomain(
  parts: LookUpParts,
  host: string,
  path: string | null = null,
): Promise<DomainLookups> {
  const { labels, registrableAt } = splitName(host)
  const domain = labels.slice(Math.max(0, registrableAt)).join('.')
  const [registration, dns] = await Promise.all([
    settled(() => registrationOf(parts, domain)),
    settled(() => dnsOf(parts, host, domain)),
  ])
  // Hosts without an address, or whose address couldn't be looked up, aren't visited.
  const hasAddress = !(dns instanceof ConnectorError) && dns.answer.a.length + dns.answer.aaaa.length > 0
  if (!hasAddress) return { registration, dns }
  const [tls, http] = await Promise.all([settled(() => tlsOf(parts, host)), settled(() => httpOf(parts, host))])
  if (path === null) return { registration, dns, tls, http }
  return { registration, dns, tls, http, page: await settled(() => httpOf(parts, host, path)) }
}

/** Throws on a bug; failures of an outside service are returned as an answer. */
async function settled<T>(look: () => Promise<Lookup<T>>): Promise<Lookup<T> | ConnectorError> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof ConnectorError) return error
    throw error
  }
}

function dnsOf({ database, settings, now }: LookUpParts, host: string, zone: string) {
  return cached(database, `dns ${host}`, ttlMs.dns, now, () =>
    readDns(host, zone, { servers: settings.dnsServers, before: (server) => inTurn(database, server, spacingMs.dns) }),
  )
}

function tlsOf({ database, settings, now }: LookUpParts, host: string) {
  return cached(database, `tls ${host}`, ttlMs.tls, now, () =>
    readCertificate(host, { allowAddress: settings.allow, lookup: lookupBy(settings), port: settings.ports?.https }),
  )
}

function httpOf({ database, settings, now }: LookUpParts, host: string, path = ''): Promise<Lookup<HttpFacts>> {
  return cached(database, `http ${host}${path}`, ttlMs.http, now, async () => {
    const { html, ...page } = await readPage(host, {
      allowAddress: settings.allow,
      lookup: lookupBy(settings),
      ports: settings.ports,
      ...(path === '' ? {} : { path }),
    })
    return { ...page, ...describePage(html) }
  })
}

/** Connections to hosts use the address that the configured DNS servers return. */
function lookupBy({ dnsServers }: LookUpSettings) {
  return dnsServers.length === 0 ? undefined : (host: string) => addressesOf(host, { servers: dnsServers })
}

function registrationOf(parts: LookUpParts, domain: string): Promise<Lookup<RegistrationFacts>> {
  const { database, settings, now } = parts
  let lastServer = ''
  const before = async (server: string) => {
    lastServer = server
    await inTurn(database, server, spacingMs.registry)
  }
  return cached(database, `registration ${domain}`, ttlMs.registration, now, async () => {
    try {
      const options = { allowAddress: settings.allow, before }
      const found = await byRdap(parts, domain, options)
      if (found) return found
      const whois = { ...options, root: settings.whoisRoot, port: settings.ports?.whois, lookup: lookupBy(settings) }
      const fallback = await readWhois(domain, whois)
      if (fallback) return fallback
      throw new ConnectorError('unreachable', `Nobody answers for the suffix of ${domain}`)
    } catch (error) {
      if (error instanceof ConnectorError && error.kind === 'throttled' && lastServer !== '') {
        await pauseServer(database, lastServer, error.retryAt ?? new Date(Date.now() + pausedMs))
      }
      throw error
    }
  })
}

/** Null if RDAP has no answer and WHOIS may have one. */
async function byRdap(
  parts: LookUpParts,
  domain: string,
  options: { allowAddress: readonly string[]; before: (server: string) => Promise<void> },
): Promise<RegistrationFacts | null> {
  try {
    const bootstrap = await bootstrapOf(parts)
    return await readRdap(domain, bootstrap, { ...options, lookup: lookupBy(parts.settings) })
  } catch (error) {
    if (error instanceof ConnectorError && error.kind !== 'throttled') return null
    throw error
  }
}

/** The servers responsible for each suffix; downloaded once a day for all processes. */
async function bootstrapOf({ database, settings, now }: LookUpParts): Promise<Bootstrap> {
  const key = `bootstrap ${settings.rdapBootstrap}`
  const { answer } = await cached(database, key, bootstrapTtlMs, now, async () => {
    const known = await lastAnswer<FetchedBootstrap>(database, key)
    const fetched = await fetchBootstrap(settings.rdapBootstrap, known?.etag ?? null, { allowAddress: settings.allow })
    return fetched.text === null && known ? known : fetched
  })
  return parseBootstrap(answer.text ?? '')
}

async function inTurn(database: Database, server: string, everyMs: number): Promise<void> {
  const waitMs = await takeTurn(database, server, everyMs, waitMaxMs)
  if (waitMs > 0) await wait(waitMs)
}
