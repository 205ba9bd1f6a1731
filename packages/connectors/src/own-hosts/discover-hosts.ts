import { randomBytes } from 'node:crypto'
import type { FoundHost, NameAddresses } from '@signet/contract/collection/host-readings'
import type { HostOptions } from './own-host.ts'
import { addressesOfName, aliasOf, asked, plainName, resolverFor } from './resolve-name.ts'

/** Names that many companies have below their domains. One query each; a longer list would be a scan. */
const usualNames = [
  'www',
  'mail',
  'webmail',
  'smtp',
  'imap',
  'autodiscover',
  'mx',
  'vpn',
  'remote',
  'portal',
  'login',
  'sso',
  'my',
  'app',
  'api',
  'shop',
  'blog',
  'cdn',
  'static',
  'docs',
  'help',
  'support',
  'status',
  'dev',
  'staging',
  'test',
  'uat',
  'demo',
  'old',
  'admin',
  'intranet',
  'git',
  'jira',
  'ftp',
  'ns1',
  'ns2',
] as const

/** Queries that are waited for together. */
const atOnce = 6

/**
 * Finds hosts below a domain in DNS alone: usual names that have records of their own, and the domain's own mail servers, name servers and
 * the targets of aliases.
 *
 * In a zone that answers for every name, the same answer says nothing about a name.
 */
export async function discoverHosts(domain: string, options: HostOptions): Promise<FoundHost[]> {
  const resolver = resolverFor(options)
  const stray = `x${randomBytes(8).toString('hex')}.${domain}`
  const [mx, ns, strayAddresses, strayAlias] = await Promise.all([
    asked('MX', domain, (name) => resolver.resolveMx(name)),
    asked('NS', domain, (name) => resolver.resolveNs(name)),
    addressesOfName(resolver, stray),
    aliasOf(resolver, stray),
  ])
  const found = new Map<string, FoundHost>()
  const add = (name: string, origin: FoundHost['origin']) => {
    const host = plainName(name)
    if (host.endsWith(`.${domain}`) && !found.has(host)) found.set(host, { host, origin })
  }
  for (const { exchange } of mx.values) add(exchange, 'mailServer')
  for (const name of ns.values) add(name, 'nameServer')
  // Without an answer for the name that doesn't exist, a wildcard can't be ruled out.
  if (strayAddresses.state === 'unknown') return [...found.values()]
  for (let from = 0; from < usualNames.length; from += atOnce) {
    const names = usualNames.slice(from, from + atOnce).map((name) => `${name}.${domain}`)
    const answers = await Promise.all(
      names.map(async (name) => ({
        name,
        addresses: await addressesOfName(resolver, name),
        alias: await aliasOf(resolver, name),
      })),
    )
    for (const { name, addresses, alias } of answers) {
      const exists = alias !== null || addresses.state === 'found'
      // Behind the alias of a wildcard there may be no address, at any name.
      const isCaught =
        alias === strayAlias &&
        (alias !== null || (strayAddresses.state === 'found' && isSame(addresses, strayAddresses)))
      if (!exists || isCaught) continue
      add(name, 'usualName')
      if (alias !== null) add(alias, 'alias')
    }
  }
  return [...found.values()]
}

/** A wildcard may have several addresses of which each answer names some. */
const isSame = (one: NameAddresses, other: NameAddresses) =>
  one.addresses.some((address) => other.addresses.includes(address))
