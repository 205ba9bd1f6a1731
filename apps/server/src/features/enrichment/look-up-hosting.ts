import {
  ConnectorError,
  readAddressNetwork,
  readOrigin,
  readSecurityTxt,
  readSystem,
  type NumberBootstraps,
  type ReadNetwork,
} from '@signet/connectors'
import type {
  AddressRecord,
  DnsFacts,
  HostingFacts,
  HttpFacts,
  NetworkRecord,
} from '@signet/contract/threats/observations'
import { dayMs, hourMs } from '@signet/contract/time'
import { cdnOf, registrableOf } from '@signet/detection'
import {
  bootstrapOf,
  dnsOf,
  inTurn,
  inTurns,
  resolverOf,
  registrationOf,
  spacingMs,
  type LookUpParts,
} from './look-ups.ts'
import { cached, lastAnswer, type DomainAnswer } from './domain-answers.queries.ts'

/** What the other look-ups of a host found. */
interface Known {
  dns: DomainAnswer<DnsFacts>
  http: DomainAnswer<HttpFacts> | ConnectorError
}

const addressesMax = 4
const hopsMax = 3
/** Networks rarely change hands. */
const networkTtlMs = dayMs
const siteTtlMs = 12 * hourMs

/**
 * Finds out who carries a host. A registry that doesn't answer leaves its part empty; one that asks to retry later leaves out the whole,
 * because an incomplete record would look like a change.
 *
 * @returns null if it has to be tried again later
 */
export async function hostingOf(
  parts: LookUpParts,
  host: string,
  seen: Known,
): Promise<DomainAnswer<HostingFacts> | null> {
  if (seen.http instanceof ConnectorError) return null
  const [dns, http] = [seen.dns.answer, seen.http.answer]
  try {
    const addresses = await recordsOf(parts, dns)
    const cdn = cdnOf({
      asns: addresses.flatMap(({ asn }) => asn ?? []),
      cname: dns.cname,
      server: http.server,
      ns: dns.ns,
    })
    const hops: HostingFacts['hops'] = []
    for (const hop of hopsOf(host, http)) hops.push(await hopOf(parts, hop))
    const siteContacts = http.status ? await siteContactsOf(parts, host) : null
    return { answer: { host, addresses, cdn, siteContacts, hops }, fetchedAt: seen.dns.fetchedAt }
  } catch (error) {
    if (error instanceof ConnectorError) return null
    throw error
  }
}

/** Hosts of other domains that redirects lead to. */
function hopsOf(host: string, http: HttpFacts): string[] {
  const own = registrableOf(host)
  const hosts = [...http.redirects, ...(http.address ? [http.address] : [])].flatMap((address) =>
    URL.canParse(address) ? new URL(address).hostname : [],
  )
  const others = hosts.filter((one) => /[a-z]$/.test(one) && registrableOf(one) !== own)
  return [...new Set(others)].slice(0, hopsMax)
}

async function hopOf(parts: LookUpParts, host: string): Promise<HostingFacts['hops'][number]> {
  const registration = await orNull(async () => (await registrationOf(parts, registrableOf(host))).answer)
  const dns = await orNull(async () => (await dnsOf(parts, host, registrableOf(host))).answer)
  return { host, registration, addresses: dns === null ? [] : await recordsOf(parts, dns) }
}

async function recordsOf(parts: LookUpParts, { a, aaaa }: DnsFacts): Promise<AddressRecord[]> {
  const records: AddressRecord[] = []
  // One after the other: most addresses of a host are in the same network, whose registry is queried in turns.
  for (const address of [...a, ...aaaa].slice(0, addressesMax)) records.push(await recordOf(parts, address))
  return records
}

async function recordOf(parts: LookUpParts, address: string): Promise<AddressRecord> {
  const { database, settings, now } = parts
  const network = await known(parts, `network ${address}`, (bootstraps, options) =>
    readAddressNetwork(address, bootstraps, options),
  )
  const origin =
    network?.originAsns[0] ??
    (
      await orNull(() =>
        cached(database, `origin ${address}`, networkTtlMs, now, async () => ({
          asn: await readOrigin(address, {
            servers: settings.dnsServers,
            before: (server) => inTurn(database, server, spacingMs.dns),
          }),
        })),
      )
    )?.answer.asn ??
    null
  const system =
    origin === null
      ? null
      : await known(parts, `system ${origin}`, (bootstraps, options) => readSystem(origin, bootstraps, options))
  return { address, network: network && recordIn(network), asn: origin, system: system && recordIn(system) }
}

/** The record as it is stored, without the systems that it names. */
function recordIn({ name, cidrs, country, holder, abuse, record }: ReadNetwork): NetworkRecord {
  return { name, cidrs, country, holder, abuse, record }
}

/** The record of a network; the last one known if its registry doesn't answer. */
async function known(
  parts: LookUpParts,
  key: string,
  ask: (
    bootstraps: NumberBootstraps,
    options: { allowAddress: readonly string[]; before: (server: string) => Promise<void> },
  ) => Promise<ReadNetwork | null>,
): Promise<ReadNetwork | null> {
  const { database, settings, now } = parts
  const read = (file: string) => bootstrapOf(parts, new URL(file, settings.rdapBootstrap).href)
  const found = await orNull(() =>
    cached(database, key, networkTtlMs, now, async () => {
      const [ipv4, ipv6, asn] = await Promise.all([read('ipv4.json'), read('ipv6.json'), read('asn.json')])
      return inTurns(database, spacingMs.numbers, async (before) => ({
        record: await ask({ ipv4, ipv6, asn }, { allowAddress: settings.allow, before }),
      }))
    }),
  )
  return (found?.answer ?? (await lastAnswer<{ record: ReadNetwork | null }>(database, key)))?.record ?? null
}

async function siteContactsOf({ database, settings, now }: LookUpParts, host: string) {
  const { answer } = await cached(database, `securityTxt ${host}`, siteTtlMs, now, async () => ({
    found: await readSecurityTxt(host, now, {
      allowAddress: settings.allow,
      lookup: resolverOf(settings),
      port: settings.ports?.https,
    }),
  }))
  return answer.found
}

/** Null if a service doesn't answer; one that asks to retry later is an error. */
async function orNull<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ConnectorError && error.kind !== 'throttled') return null
    throw error
  }
}
