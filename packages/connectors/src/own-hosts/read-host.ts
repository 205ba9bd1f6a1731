import {
  protectiveHeaders,
  type HostReading,
  type NameAddresses,
  type WebAnswer,
} from '@signet/contract/collection/host-readings'
import { ConnectorError } from '../connector-error.ts'
import { guardedExchange } from '../guarded-exchange.ts'
import { redirectStatuses } from '../guarded-fetch.ts'
import type { Bootstrap } from '../rdap/bootstrap.ts'
import { readTls } from '../tls/read-certificate.ts'
import type { HostOptions, OwnHost } from './own-host.ts'
import { readDomain } from './read-domain.ts'
import { addressesOfName, aliasOf, resolverFor } from './resolve-name.ts'

const textMax = 32 * 1024

/**
 * Reads a host from outside: its DNS records, one TLS handshake, one GET of `/` over http and one over https; for a registered domain also
 * what belongs to the domain as such. What doesn't answer is left out of the reading and fails nothing else.
 */
export async function readHost(
  { host, isDomain }: OwnHost,
  bootstrap: Bootstrap | null,
  options: HostOptions,
): Promise<HostReading> {
  const at = new Date().toISOString()
  const resolver = resolverFor(options)
  const [addresses, target] = await Promise.all([addressesOfName(resolver, host), aliasOf(resolver, host)])
  const alias: NameAddresses | null = target === null ? null : await addressesOfName(resolver, target)
  // The connections use the addresses that were read, and the guard checks that they are public.
  const lookup = () => Promise.resolve(addresses.addresses)
  const connecting = { ...options, lookup }
  const ports = { http: 80, https: 443, ...options.ports }
  const hasAddress = addresses.addresses.length > 0
  const [tls, http, https, domain] = await Promise.all([
    hasAddress ? readTls(host, { allowAddress: options.allowAddress, lookup, port: options.ports?.https }) : null,
    hasAddress ? readAnswer(`http://${host}:${ports.http}/`, connecting) : null,
    hasAddress ? readAnswer(`https://${host}:${ports.https}/`, connecting) : null,
    isDomain ? readDomain(host, bootstrap, options) : null,
  ])
  return { host, at, addresses, alias, tls, web: { http, https }, domain }
}

/** The beginning of an answer; null if there was none. The certificate is checked apart from it. */
async function readAnswer(address: string, { allowAddress = [], lookup }: HostOptions): Promise<WebAnswer | null> {
  try {
    const { status, headers, body } = await guardedExchange(address, {
      headers: { accept: 'text/html,*/*;q=0.5' },
      allowAddress,
      lookup,
      readMax: textMax,
      acceptsAnyCertificate: true,
    })
    const location = redirectStatuses.has(status) ? [headers['location']].flat()[0] : undefined
    return {
      status,
      location: location !== undefined && URL.canParse(location, address) ? new URL(location, address).href : null,
      headers: protectiveHeaders.filter((name) => headers[name] !== undefined),
      text: body.toString('utf8'),
    }
  } catch (error) {
    if (error instanceof ConnectorError) return null
    throw error
  }
}
