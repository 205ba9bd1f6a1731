import type { NameAddresses } from '@signet/contract/collection/host-readings'
import { ConnectorError } from '../connector-error.ts'
import { answerOf, resolverOf } from '../dns/read-dns.ts'
import type { HostOptions } from './own-host.ts'

const addressesMax = 20

/** A resolver for one reading, because a shared one caches answers. */
export const resolverFor = ({ dnsServers, dnsTimeoutMs }: HostOptions) =>
  resolverOf({ servers: dnsServers, timeoutMs: dnsTimeoutMs })

type Resolver = ReturnType<typeof resolverFor>

/** The values of one query, or `unknown` if no server answered it. */
export async function asked<T>(
  type: string,
  name: string,
  question: (name: string) => Promise<T[]>,
): Promise<{ state: NameAddresses['state']; values: T[] }> {
  try {
    return await answerOf(type, name, question)
  } catch (error) {
    if (error instanceof ConnectorError) return { state: 'unknown', values: [] }
    throw error
  }
}

/** The addresses of a name, also at the end of aliases. Without addresses, one query that failed makes them unknown. */
export async function addressesOfName(resolver: Resolver, name: string): Promise<NameAddresses> {
  const [a, aaaa] = await Promise.all([
    asked('A', name, (one) => resolver.resolve4(one)),
    asked('AAAA', name, (one) => resolver.resolve6(one)),
  ])
  const addresses = [...a.values, ...aaaa.values].slice(0, addressesMax)
  if (addresses.length > 0) return { name, state: 'found', addresses }
  const states = new Set([a.state, aaaa.state])
  // A name of which there are records of any kind exists.
  const state = states.has('unknown') ? 'unknown' : states.has('empty') ? 'empty' : 'absent'
  return { name, state, addresses }
}

/** The target of the CNAME record of a name, in lower case; null if it has none or no server answered. */
export async function aliasOf(resolver: Resolver, name: string): Promise<string | null> {
  const { values } = await asked('CNAME', name, (one) => resolver.resolveCname(one))
  const [target] = values
  return target === undefined ? null : plainName(target)
}

/** A name of a DNS record as it is compared. */
export const plainName = (name: string): string => name.toLowerCase().replace(/\.$/, '').slice(0, 253)
