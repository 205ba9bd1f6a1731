import { type AssetIndex, compileAssets, matchBatch, scanNames } from '@signet/detection'
import type { Finding, NameObservation } from '@signet/contract/findings'
import type { Database } from '../../db/database.ts'
import { brandsToWatch, type Sighted } from './intake.queries.ts'
import { activeCompanies, byCompany, type WatchedBrand } from './scan-feed.ts'

/** A brand that is added is looked for after this long. */
const refreshAfterMs = 15_000

/** The brands of all active companies, compiled, and compiled again once they have changed. For readers that never end. */
export class WatchedBrands {
  readonly #database: Database
  #text = ''
  #index = compileAssets([])
  #brandOf: ReadonlyMap<string, WatchedBrand> = new Map()
  #freshUntil = 0
  #refreshing: Promise<void> | null = null

  constructor(database: Database) {
    this.#database = database
  }

  /** Looks for changes unless that was done a moment ago. */
  refresh(): Promise<void> {
    if (performance.now() < this.#freshUntil) return Promise.resolve()
    this.#refreshing ??= this.#load().finally(() => (this.#refreshing = null))
    return this.#refreshing
  }

  async #load(): Promise<void> {
    const companyIds = await activeCompanies(this.#database)
    const brands =
      companyIds.length === 0 ? [] : await this.#database.inCompanies(companyIds, (tx) => brandsToWatch(tx, companyIds))
    const text = JSON.stringify(brands)
    this.#freshUntil = performance.now() + refreshAfterMs
    if (text === this.#text) return
    this.#text = text
    this.#brandOf = new Map(brands.map((brand) => [brand.id, brand]))
    this.#index = compileAssets(brands.map((brand) => ({ ...brand, owner: String(brand.company_id) })))
  }

  /** What of the names concerns whom, the companies in ascending order. */
  match(observations: readonly NameObservation[]): [companyId: number, found: Sighted[]][] {
    const found = byCompany(findingsAmong(this.#index, observations), this.#brandOf)
    return [...found].toSorted(([a], [b]) => a - b)
  }
}

/**
 * The findings of names that are printable ASCII without blanks, as certificates have them: all are passed over as bytes, and the few that
 * may match are looked at closer.
 */
export function findingsAmong(index: AssetIndex, observations: readonly NameObservation[]): Finding[] {
  if (observations.length === 0) return []
  const lines = Buffer.from(`${observations.map(({ name }) => name).join('\n')}\n`, 'latin1')
  const chosen: NameObservation[] = []
  const choose = (_start: number, _end: number, line: number) => {
    const observation = observations[line]
    if (observation) chosen.push(observation)
  }
  scanNames(index, lines, 0, lines.length, { candidate: choose, other: choose })
  return matchBatch(index, chosen)
}
