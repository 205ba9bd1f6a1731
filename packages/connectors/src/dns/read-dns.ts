import { randomBytes } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import type { DnsFacts } from '@signet/contract/observations'
import { ConnectorError } from '../connector-error.ts'

/** How names are looked up; `before` runs ahead of each question to a server, e.g. to wait for its turn. */
export interface DnsOptions {
  /** Servers to ask, as `address` or `address:port`; left out, those of the system. */
  servers?: readonly string[] | undefined
  /** For one question to one server, 3 s; each is asked twice. */
  timeoutMs?: number | undefined
  before?: ((server: string) => Promise<void>) | undefined
}

const defaultTimeoutMs = 3_000
const tries = 2
const txtMax = { count: 20, length: 500 }
const listMax = 40
/** Answers that say there is no such record, or no such name. */
const none = new Set(['ENODATA', 'ENOTFOUND'])

/**
 * Reads the records of a host, each list sorted.
 *
 * A name beside it and one below it that nobody has are asked for as well: a zone that answers for every name says nothing by answering
 * for this one. A question that fails (a server that does not answer, or fails) fails the whole reading, for half of the records would
 * look like a change.
 *
 * @param host in its ASCII form
 * @param zone the registrable domain, whose name servers and mail servers are asked for; the host itself when left out
 * @throws ConnectorError `unreachable` when a question was not answered
 */
export async function readDns(host: string, zone: string = host, options: DnsOptions = {}): Promise<DnsFacts> {
  const resolver = resolverOf(options)
  await options.before?.('dns')
  const stray = `x${randomBytes(8).toString('hex')}`
  const beside = `${stray}.${host.slice(host.indexOf('.') + 1)}`
  const [a, aaaa, cname, ns, mx, txt, besideA, belowA] = await Promise.all([
    answerOf('A', host, (name) => resolver.resolve4(name)),
    answerOf('AAAA', host, (name) => resolver.resolve6(name)),
    answerOf('CNAME', host, (name) => resolver.resolveCname(name)),
    answerOf('NS', zone, (name) => resolver.resolveNs(name)),
    answerOf('MX', zone, (name) => resolver.resolveMx(name)),
    answerOf('TXT', host, (name) => resolver.resolveTxt(name)),
    answerOf('A', beside, (name) => resolver.resolve4(name)),
    answerOf('A', `${stray}.${host}`, (name) => resolver.resolve4(name)),
  ])
  const isAbsent = [a, aaaa, cname, txt].every(({ state }) => state === 'absent')
  const isCaught = besideA.values.some((address) => a.values.includes(address))
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

/** The addresses of a host by the same servers, for connecting to it. */
export async function addressesOf(host: string, options: DnsOptions = {}): Promise<string[]> {
  const resolver = resolverOf(options)
  const [a, aaaa] = await Promise.all([
    answerOf('A', host, (name) => resolver.resolve4(name)),
    answerOf('AAAA', host, (name) => resolver.resolve6(name)),
  ])
  return [...a.values, ...aaaa.values]
}

// A resolver of its own for each reading: one that is shared remembers answers.
function resolverOf({ servers, timeoutMs = defaultTimeoutMs }: DnsOptions): Resolver {
  const resolver = new Resolver({ timeout: timeoutMs, tries })
  if (servers?.length) resolver.setServers([...servers])
  return resolver
}

async function answerOf<T>(
  kind: string,
  name: string,
  question: (name: string) => Promise<T[]>,
): Promise<{ state: 'found' | 'empty' | 'absent'; values: T[] }> {
  try {
    return { state: 'found', values: await question(name) }
  } catch (cause) {
    const code = (cause as { code?: string }).code ?? ''
    if (none.has(code)) return { state: code === 'ENOTFOUND' ? 'absent' : 'empty', values: [] }
    throw new ConnectorError('unreachable', `The DNS does not answer for ${kind} of ${name} (${code})`, { cause })
  }
}

const hostName = (name: string) => name.toLowerCase().replace(/\.$/, '').slice(0, 253)
const sorted = (values: readonly string[]) => [...new Set(values)].toSorted().slice(0, listMax)
