import { randomBytes } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { causeOf } from '@signet/contract/errors/program-errors'
import type { DnsFacts } from '@signet/contract/threats/observations'
import { ConnectorError } from '../connector-error.ts'

/** How names are looked up; `before` is awaited before each query to a server, e.g. for rate limiting. */
export interface DnsOptions {
  /** Servers to query, as `address` or `address:port`; if missing, those of the system. */
  servers?: readonly string[] | undefined
  /** Timeout of one query to one server, 3 s; each server is queried twice. */
  timeoutMs?: number | undefined
  before?: ((server: string) => Promise<void>) | undefined
}

const defaultTimeoutMs = 3_000
const tries = 2
const txtMax = { count: 20, length: 500 }
const listMax = 40
/** Error codes for a missing record or a missing name. */
const none = new Set(['ENODATA', 'ENOTFOUND'])

/**
 * Reads the records of a host, each list sorted.
 *
 * It also queries a sibling name and a name below the host that don't exist: in a zone that has records for every name, the records of this
 * name mean nothing. A failed query (no response or a server error) fails the whole reading, because an incomplete set of records would
 * look like a change.
 *
 * @param host in its ASCII form
 * @param zone the registrable domain, whose name servers and mail servers are queried; the host itself if missing
 * @throws ConnectorError `unreachable` when a query failed
 */
export async function readDns(host: string, zone: string = host, options: DnsOptions = {}): Promise<DnsFacts> {
  const resolver = resolverOf(options)
  await options.before?.('dns')
  const stray = `x${randomBytes(8).toString('hex')}`
  const neighbour = `${stray}.${host.slice(host.indexOf('.') + 1)}`
  const [a, aaaa, cname, ns, mx, txt, neighbourA, belowA] = await Promise.all([
    answerOf('A', host, (name) => resolver.resolve4(name)),
    answerOf('AAAA', host, (name) => resolver.resolve6(name)),
    answerOf('CNAME', host, (name) => resolver.resolveCname(name)),
    answerOf('NS', zone, (name) => resolver.resolveNs(name)),
    answerOf('MX', zone, (name) => resolver.resolveMx(name)),
    answerOf('TXT', host, (name) => resolver.resolveTxt(name)),
    answerOf('A', neighbour, (name) => resolver.resolve4(name)),
    answerOf('A', `${stray}.${host}`, (name) => resolver.resolve4(name)),
  ])
  const isAbsent = [a, aaaa, cname, txt].every(({ state }) => state === 'absent')
  const isCaught = neighbourA.values.some((address) => a.values.includes(address))
  return {
    host,
    state: isAbsent ? 'absent' : 'found',
    a: sorted(a.values),
    aaaa: sorted(aaaa.values),
    cname: sorted(cname.values.map(hostName)),
    ns: sorted(ns.values.map(hostName)),
    mx: sorted(mx.values.map(({ priority, exchange }) => `${priority} ${hostName(exchange) || '.'}`)),
    txt: sorted(txt.values.map((parts) => parts.join('').slice(0, txtMax.length))).slice(0, txtMax.count),
    isWildcard: isCaught,
    catchesAll: belowA.values.length > 0,
  }
}

/** The addresses of a host from the same servers, for connecting to it. */
export async function addressesOf(host: string, options: DnsOptions = {}): Promise<string[]> {
  const resolver = resolverOf(options)
  const [a, aaaa] = await Promise.all([
    answerOf('A', host, (name) => resolver.resolve4(name)),
    answerOf('AAAA', host, (name) => resolver.resolve6(name)),
  ])
  return [...a.values, ...aaaa.values]
}

/** A separate resolver for each reading, because a shared one caches responses. */
export function resolverOf({ servers, timeoutMs = defaultTimeoutMs }: DnsOptions): Resolver {
  const resolver = new Resolver({ timeout: timeoutMs, tries })
  if (servers?.length) resolver.setServers([...servers])
  return resolver
}

/** The values of one query; a missing name or record is an answer. */
export async function answerOf<T>(
  type: string,
  name: string,
  question: (name: string) => Promise<T[]>,
): Promise<{ state: 'found' | 'empty' | 'absent'; values: T[] }> {
  try {
    return { state: 'found', values: await question(name) }
  } catch (cause) {
    const code = causeOf(cause).code
    if (none.has(code)) return { state: code === 'ENOTFOUND' ? 'absent' : 'empty', values: [] }
    throw new ConnectorError('DNS_NOT_ANSWERING', { type, name, code }, { cause })
  }
}

const hostName = (name: string) => name.toLowerCase().replace(/\.$/, '').slice(0, 253)
const sorted = (values: readonly string[]) => [...new Set(values)].toSorted().slice(0, listMax)
