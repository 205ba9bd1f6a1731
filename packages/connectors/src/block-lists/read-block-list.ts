import { ConnectorError } from '../connector-error.ts'
import { answerOf, resolverOf, type DnsOptions } from '../dns/read-dns.ts'

/**
 * Whether a block list that is published over DNS lists a domain.
 *
 * Source: RFC 5782, sections 2.3 and 3 (a listed domain has an address in 127.0.0.0/8), and the pages of Spamhaus DBL, SURBL and URIBL
 * about their answers: 127.0.0.1 and 127.255.255.0/24 say that the query was refused, which happens to those of public resolvers.
 *
 * @param zone of the list, e.g. `dbl.spamhaus.org`
 * @param domain in its ASCII form
 * @throws ConnectorError `unreachable` when the query failed, `unauthorised` when the list refused it, `changed_format` for an address
 *   that block lists don't use, as from a resolver that rewrites answers
 */
export async function readBlockList(zone: string, domain: string, options: DnsOptions = {}): Promise<boolean> {
  await options.before?.(zone)
  const resolver = resolverOf(options)
  const { values } = await answerOf('A', `${domain}.${zone}`, (name) => resolver.resolve4(name))
  if (values.some((address) => isRefusal(address))) throw new ConnectorError('BLOCK_LIST_REFUSED', { list: zone })
  if (values.some((address) => !address.startsWith('127.')))
    throw new ConnectorError('BLOCK_LIST_INVALID', { list: zone })
  return values.length > 0
}

const isRefusal = (address: string) => address === '127.0.0.1' || address.startsWith('127.255.255.')
