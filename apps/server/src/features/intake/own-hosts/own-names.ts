import type { FoundHost } from '@signet/contract/collection/host-readings'
import type { NameObservation } from '@signet/contract/threats/findings'
import type { Tx } from '../../../db/database.ts'
import { recordHosts } from './discovered-hosts.queries.ts'

/** So many names are remembered as stored; a name that comes again only changes when it was last seen. */
const rememberedMax = 20_000

/** The domains of companies, to find their own names among those in certificates. */
export type OwnDomains = ReadonlyMap<string, ReadonlySet<number>>

/** The domains of brands by name, with the companies they belong to. */
export function ownDomainsOf(
  brands: Iterable<{ company_id: number; official: readonly string[] }>,
): Map<string, Set<number>> {
  const domains = new Map<string, Set<number>>()
  for (const { company_id: companyId, official } of brands)
    for (const domain of official) domains.set(domain, (domains.get(domain) ?? new Set()).add(companyId))
  return domains
}

/** Names in certificates that are below domains of companies. Each is stored once while the process remembers it. */
export class OwnNames {
  readonly #stored = new Set<string>()

  /** The names of each company that were not stored yet. */
  among(domains: OwnDomains, observations: readonly NameObservation[]): Map<number, string[]> {
    const found = new Map<number, string[]>()
    if (domains.size === 0) return found
    for (const { name } of observations) {
      // Every domain that the name is below: a few look-ups, because nearly all names are of nobody.
      for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
        for (const companyId of domains.get(name.slice(dot + 1)) ?? []) {
          if (this.#stored.has(`${companyId} ${name}`)) continue
          const names = found.get(companyId)
          if (names) names.push(name)
          else found.set(companyId, [name])
        }
      }
    }
    return found
  }

  /** Remembers names, after the transaction that stored them. */
  remember(found: ReadonlyMap<number, readonly string[]>): void {
    if (this.#stored.size > rememberedMax) this.#stored.clear()
    for (const [companyId, names] of found) for (const name of names) this.#stored.add(`${companyId} ${name}`)
  }
}

/** Stores the names as hosts that were found in certificates. */
export async function recordOwnNames(tx: Tx, found: ReadonlyMap<number, readonly string[]>): Promise<void> {
  const now = new Date()
  // In order, so that two readers never wait for each other.
  for (const [companyId, names] of [...found].toSorted(([one], [other]) => one - other))
    await recordHosts(
      tx,
      companyId,
      names.map((host): FoundHost => ({ host, origin: 'certificate' })),
      now,
    )
}
