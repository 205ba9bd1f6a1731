import type { DomainReading, NameAddresses, ZoneServer } from '@signet/contract/collection/host-readings'
import type { RegistrationFacts } from '@signet/contract/threats/observations'
import { causeOf } from '@signet/contract/errors/program-errors'
import { ConnectorError } from '../connector-error.ts'
import { resolverOf } from '../dns/read-dns.ts'
import { resolvePublic } from '../public-address.ts'
import type { Bootstrap } from '../rdap/bootstrap.ts'
import { readRdap } from '../rdap/read-rdap.ts'
import type { HostOptions } from './own-host.ts'
import { readMailPolicy } from './read-mail-policy.ts'
import { addressesOfName, asked, plainName, resolverFor } from './resolve-name.ts'

const serversMax = 13
const exchangersMax = 20
const dnsPort = 53
const timeoutMs = 3_000

/**
 * Reads what belongs to a registered domain: where its email goes, who answers for it, and until when it is registered.
 *
 * @param bootstrap null if no registry can be asked
 */
export async function readDomain(
  domain: string,
  bootstrap: Bootstrap | null,
  options: HostOptions,
): Promise<DomainReading> {
  const resolver = resolverFor(options)
  const [mx, ns, mailPolicy, registration] = await Promise.all([
    asked('MX', domain, (name) => resolver.resolveMx(name)),
    asked('NS', domain, (name) => resolver.resolveNs(name)),
    readMailPolicy(resolver, domain, options),
    bootstrap && registrationOf(domain, bootstrap, options),
  ])
  // A single dot says that the domain takes no email (RFC 7505).
  const exchangers = unique(mx.values.map(({ exchange }) => plainName(exchange)))
  // The registry also knows the servers of a delegation that no longer works.
  const servers = unique([...ns.values.map(plainName), ...(registration?.nameServers ?? [])])
  return {
    mailExchangers: await Promise.all(
      exchangers.slice(0, exchangersMax).map((name): Promise<NameAddresses> => addressesOfName(resolver, name)),
    ),
    nameServers: await Promise.all(servers.slice(0, serversMax).map((name) => readServer(domain, name, options))),
    mailPolicy,
    registration,
  }
}

const unique = (names: readonly string[]) =>
  [...new Set(names.filter((name) => name !== '' && name !== '.'))].toSorted()

/** Asks a name server for the zone that is delegated to it. Only a refusal says that it isn't responsible. */
async function readServer(domain: string, name: string, options: HostOptions): Promise<ZoneServer> {
  const found = await addressesOfName(resolverFor(options), name)
  if (found.state === 'absent') return { name, state: 'absent' }
  if (found.state !== 'found') return { name, state: 'unknown' }
  const port = options.ports?.dns ?? dnsPort
  try {
    // The address rules are those of all connections; the scheme only completes the address.
    const url = new URL(`https://${name}:${port}`)
    const addresses = await resolvePublic(url, options.allowAddress ?? [], timeoutMs, () =>
      Promise.resolve(found.addresses),
    )
    const servers = addresses
      .slice(0, 1)
      .map((address) => (address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`))
    await resolverOf({ servers, timeoutMs }).resolveSoa(domain)
    return { name, state: 'answers' }
  } catch (error) {
    if (error instanceof ConnectorError) return { name, state: 'unknown' }
    const { code } = causeOf(error)
    if (code === 'EREFUSED') return { name, state: 'refuses' }
    return { name, state: code === 'ENODATA' || code === 'ENOTFOUND' ? 'answers' : 'unknown' }
  }
}

async function registrationOf(
  domain: string,
  bootstrap: Bootstrap,
  { allowAddress, lookup }: HostOptions,
): Promise<RegistrationFacts | null> {
  try {
    return await readRdap(domain, bootstrap, { allowAddress, lookup })
  } catch (error) {
    if (error instanceof ConnectorError) return null
    throw error
  }
}
