import { randomBytes } from 'node:crypto'
import { addressesOf, ConnectorError } from '@signet/connectors'
import { required } from '@signet/contract/narrow'
import type { NameObservation } from '@signet/contract/threats/findings'
import { permutationsFeed } from '@signet/contract/collection/scans'
import { permutationsOf, splitName } from '@signet/detection'

export interface ResolveOptions {
  /** DNS servers as `address` or `address:port`; if empty, those of the system are used. */
  dnsServers: readonly string[]
  /** Number of names to skip because they were already looked up. */
  from?: number | undefined
  signal?: AbortSignal | undefined
}

/** A few of the names with their look-ups. */
export interface ResolvedNames {
  /** How many names this batch contains. */
  count: number
  /** How many of them got no answer from DNS. */
  unanswered: number
  /** Those of them that resolve; `line` is the position among all names, from 1. */
  found: NameObservation[]
}

/** The likeliest names of each domain; less likely ones are hardly ever used for impersonation. */
const perDomainMax = 1_000
/** Limit for all domains together: looking them up takes some minutes. */
const namesMax = 5_000
/** Concurrent look-ups; nearly all of the time is spent waiting. */
const atOnce = 20
const timeoutMs = 2_000
/** After this many consecutive names without an answer, DNS is considered unavailable. */
const unansweredMax = 40

/**
 * Names that imitate the official domains and resolve, most likely first.
 *
 * If a suffix answers for every name, an answer means nothing: names that resolve to the same addresses as an unregistered name are left
 * out.
 *
 * @param official domains or hosts of a company; their registrable domains are permuted
 * @returns batches of names, including batches in which no name resolves
 * @throws ConnectorError `unreachable` if DNS doesn't answer at all
 */
export async function* resolvedPermutations(
  official: readonly string[],
  { dnsServers, from = 0, signal }: ResolveOptions,
): AsyncGenerator<ResolvedNames, void, undefined> {
  const ask = (host: string) => addressesOf(host, { servers: dnsServers, timeoutMs })
  const everyName = new Map<string, Promise<string[]>>()
  /** Where an unregistered name under a suffix resolves to. */
  const strays = (suffix: string) => {
    // Without an answer, no name of the suffix is left out.
    const known = everyName.get(suffix) ?? ask(`x${randomBytes(8).toString('hex')}.${suffix}`).catch(() => [])
    everyName.set(suffix, known)
    return known
  }
  let unansweredInRow = 0
  let isGone: ConnectorError | null = null
  let line = from
  for (const names of batchesOf(candidatesOf(official).drop(from), atOnce)) {
    signal?.throwIfAborted()
    const answers = await Promise.all(
      names.map(async (name) => {
        try {
          const addresses = await ask(name)
          if (addresses.length === 0) return false
          const stray = await strays(splitName(name).suffix)
          return !addresses.every((address) => stray.includes(address))
        } catch (error) {
          if (error instanceof ConnectorError) return error
          throw error
        }
      }),
    )
    const resolved: ResolvedNames = { count: names.length, unanswered: 0, found: [] }
    for (const [index, answer] of answers.entries()) {
      line += 1
      if (answer instanceof ConnectorError) {
        resolved.unanswered += 1
        unansweredInRow += 1
        if (unansweredInRow >= unansweredMax) isGone ??= answer
        continue
      }
      unansweredInRow = 0
      if (answer) resolved.found.push({ name: required(names[index], 'a name'), feed: permutationsFeed, line })
    }
    yield resolved
    if (isGone) throw isGone
  }
}

/** How many names are looked up for the official domains. */
export function permutationCount(official: readonly string[]): number {
  let count = 0
  for (const _ of candidatesOf(official)) count += 1
  return count
}

/** The likeliest names of each domain, without duplicates and without official domains. */
function* candidatesOf(official: readonly string[]): Generator<string, undefined> {
  const domains = new Set(official.map((host) => splitName(host).registrable).filter((domain) => domain !== ''))
  const seen = new Set(domains)
  for (const domain of domains) {
    let made = 0
    for (const { domain: name } of permutationsOf(domain)) {
      if (made >= perDomainMax || seen.size - domains.size >= namesMax) break
      if (seen.has(name)) continue
      seen.add(name)
      made += 1
      yield name
    }
  }
}

function* batchesOf<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = []
  for (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
