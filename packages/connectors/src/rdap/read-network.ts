import { isIPv4 } from 'node:net'
import type { NetworkRecord } from '@signet/contract/threats/observations'
import { ConnectorError } from '../connector-error.ts'
import type { OutsideOptions } from '../outside-options.ts'
import { askRdap } from './ask-rdap.ts'
import { objectUrl, servicesOfAddress, servicesOfAsn, type Bootstrap } from './bootstrap.ts'
import { parseRdapNetwork } from './parse-rdap.ts'

/** Which registry is responsible for an address or an autonomous system. */
export interface NumberBootstraps {
  ipv4: Bootstrap
  ipv6: Bootstrap
  asn: Bootstrap
}

/** A network's record, and the autonomous systems that its registry says announce it. */
export interface ReadNetwork extends NetworkRecord {
  originAsns: number[]
}

/**
 * Queries the registry of an IP address for its network.
 *
 * Source: RFC 9082, section 3.1.1; RFC 9224, sections 5.1 and 5.2.
 *
 * @returns null when no registry is responsible, or it has no record
 * @throws ConnectorError as `readRdap`
 */
export function readAddressNetwork(
  address: string,
  { ipv4, ipv6 }: NumberBootstraps,
  options: OutsideOptions = {},
): Promise<ReadNetwork | null> {
  const bases = servicesOfAddress(isIPv4(address) ? ipv4 : ipv6, address)
  return readFirst(bases, (base) => objectUrl(base, 'ip', address), options)
}

/**
 * Queries the registry of an autonomous system.
 *
 * Source: RFC 9082, section 3.1.2; RFC 9224, section 5.3.
 *
 * @param asn its number, e.g. 64500
 * @returns null when no registry is responsible, or it has no record
 * @throws ConnectorError as `readRdap`
 */
export function readSystem(
  asn: number,
  bootstraps: NumberBootstraps,
  options: OutsideOptions = {},
): Promise<ReadNetwork | null> {
  return readFirst(servicesOfAsn(bootstraps.asn, asn), (base) => objectUrl(base, 'autnum', String(asn)), options)
}

async function readFirst(
  bases: readonly string[],
  addressAt: (base: string) => string,
  options: OutsideOptions,
): Promise<ReadNetwork | null> {
  let failure: ConnectorError | null = null
  for (const base of bases) {
    try {
      return await readRecord(addressAt(base), options)
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.kind === 'throttled') throw error
      failure = error
    }
  }
  if (failure) throw failure
  return null
}

async function readRecord(address: string, options: OutsideOptions): Promise<ReadNetwork | null> {
  const { answer, server, record } = await askRdap(address, options)
  if (answer === null) return null
  const found = parseRdapNetwork(answer)
  if (found === null) throw new ConnectorError('RDAP_UNREADABLE', { host: server })
  const { name, cidrs, country, holder, originAsns } = found
  const abuse = { email: found.abuseEmail, phone: found.abusePhone, form: found.abuseForm }
  return { name, cidrs, country, holder, abuse, record, originAsns }
}
