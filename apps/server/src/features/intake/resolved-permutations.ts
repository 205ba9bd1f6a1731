import { randomBytes } from 'node:crypto'
import { addressesOf, ConnectorError } from '@signet/connectors'
import type { NameObservation } from '@signet/contract/findings'
import { permutationsFeed } from '@signet/contract/scans'
import { permutationsOf, splitName } from '@signet/detection'

export interface ResolveOptions {
  /** Servers to ask, as `address` or `address:port`; empty for those of the system. */
  dnsServers: readonly string[]
  /** So many of the names are passed over: they were looked up before. */
  from?: number | undefined
  signal?: AbortSignal | undefined
}

/** A few of the names, looked up. */
export interface ResolvedNames {
  /** How many names these were. */
  count: number
  /** Of them, those that the DNS did not answer for. */
  unanswered: number
  /** Of them, those that lead somewhere; `line` is the place among all names, from 1. */
  found: NameObservation[]
}

/** The likeliest of each domain; beyond them, hardly one is an impostor's. */
const perDomainMax = 1_000
/** Of all domains together: some minutes of looking up. */
const namesMax = 5_000
/** Looked up at once; nearly all of it is waiting. */
const atOnce = 20
const timeoutMs = 2_000
/** When so many in a row get no answer, it is the DNS that is not there. */
const unansweredMax = 40

/**
 * Names that imitate the official domains and resolve, most likely first.
 *
 * A suffix that answers for every name says nothing by answering for one: names that lead where every other leads are left out.
 *
 * @param official domains or hosts of a company; what is permuted is their registrable domains
 * @returns some names after the others, also those of which none leads anywhere
 * @throws ConnectorError `unreachable` when the DNS does not answer at all
 */
export async function* resolvedPermutations(
  official: readonly string[],
  { dnsServers, from = 0, signal }: ResolveOptions,
): AsyncGenerator<ResolvedNames, void, undefined> {
  const ask = (host: string) => addressesOf(host, { servers: dnsServers, timeoutMs })
  const everyName = new Map<string, Promise<string[]>>()
  /** Where an unregistered name under a suffix resolves to. */
  const strays = (suffix: string) => {
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
      if (answer) resolved.found.push({ name: names[index] as string, feed: permutationsFeed, line })
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

/** The likeliest names of each domain, none twice and none that is official itself. */
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
