import { type AssetIndex, addAssets, compileAssets, matchBatch, scanNames } from '@signet/detection'
import type { Finding, NameObservation } from '@signet/contract/threats/findings'
import { brandsToWatch, stampOf } from '../../companies/watched-brands.queries.ts'
import type { Database } from '../../../db/database.ts'
import { compileInThread, type CompiledBrand } from './compile-brands.ts'
import { type SightedThreat } from '../intake.queries.ts'
import { OwnNames, ownDomainsOf, type OwnDomains } from '../own-hosts/own-names.ts'
import { loadNameRules, withNamesOfRules, type NameRules } from '../rules/names-by-rules.ts'
import { byCompany, type WatchedBrand } from '../scans/scan-feed.ts'
import { activeCompanies } from '../../../db/company-keys.queries.ts'

/** Delay until a saved brand is included in matching. */
const refreshAfterMs = 2_000
/** This number is compiled within some hundredths of a second; more are compiled on a separate thread. */
const inlineMax = 50
/** Each addition slows matching down a little; after this many, everything is compiled again. */
const additionsMax = 24

const toAsset = ({ id, name, aliases, official, company_id: companyId }: WatchedBrand): CompiledBrand => ({
  id,
  name,
  aliases,
  official,
  owner: String(companyId),
})

/**
 * The compiled brands of all active companies, for readers that run continuously. Names can be matched at any time: a new brand is added to
 * the compiled index within milliseconds. If a brand was changed or removed, everything is compiled again in the background, and the
 * previous index is used until then.
 */
export class WatchedBrands {
  readonly #database: Database
  readonly #refreshAfterMs: number
  #stamp: string | null = null
  #index: AssetIndex = compileAssets([])
  #brandOf: ReadonlyMap<string, WatchedBrand> = new Map()
  /** The indexed content of each brand. */
  #texts: ReadonlyMap<string, string> = new Map()
  #nameRules: readonly NameRules[] = []
  #ownDomains: OwnDomains = new Map()
  readonly #ownNames = new OwnNames()
  #freshUntil = 0
  #refreshing: Promise<void> | null = null
  #compiling: Promise<void> | null = null

  constructor(database: Database, options: { refreshAfterMs?: number } = {}) {
    this.#database = database
    this.#refreshAfterMs = options.refreshAfterMs ?? refreshAfterMs
  }

  /** Checks for changes unless that was done a moment ago. */
  refresh(): Promise<void> {
    if (performance.now() < this.#freshUntil) return Promise.resolve()
    this.#refreshing ??= this.#load().finally(() => (this.#refreshing = null))
    return this.#refreshing
  }

  /** Resolves once every detected change is compiled. */
  async settled(): Promise<void> {
    await this.#refreshing
    while (this.#compiling) await this.#compiling
  }

  async #load(): Promise<void> {
    const companyIds = (await activeCompanies(this.#database)).map(({ id }) => id)
    const known = this.#stamp
    const { stamp, brands, nameRules } = await this.#database.inCompanies(companyIds, async (tx) => {
      const now = companyIds.length === 0 ? '' : await stampOf(tx, companyIds)
      const isSame = now === known || companyIds.length === 0
      return {
        stamp: now,
        brands: isSame ? [] : await brandsToWatch(tx, companyIds),
        nameRules: await loadNameRules(tx, companyIds),
      }
    })
    this.#nameRules = nameRules
    this.#freshUntil = performance.now() + this.#refreshAfterMs
    if (stamp === known) return
    this.#stamp = stamp
    const isFirst = known === null
    this.#brandOf = new Map(brands.map((brand) => [brand.id, brand]))
    this.#ownDomains = ownDomainsOf(brands)
    this.#take(brands.map(toAsset))
    // Without a first index, every match would be wrong, so callers wait for it.
    if (isFirst) await this.#compiling
  }

  #take(assets: readonly CompiledBrand[]): void {
    const added = assets.filter(({ id }) => !this.#texts.has(id))
    const isGrown =
      assets.length - added.length === this.#texts.size &&
      assets.every((asset) => !this.#texts.has(asset.id) || this.#texts.get(asset.id) === comparableText(asset))
    const isLong = this.#index.tables.length + 1 > additionsMax
    if (added.length > 0 && added.length <= inlineMax) {
      this.#index = addAssets(this.#index, added)
      this.#texts = new Map([...this.#texts, ...added.map((asset) => [asset.id, comparableText(asset)] as const)])
      if (isGrown && !isLong) return
    } else if (added.length === 0 && isGrown) return
    if (assets.length <= inlineMax) this.#put(compileAssets(assets), assets)
    else this.#compiling ??= this.#compile(assets)
  }

  async #compile(assets: readonly CompiledBrand[]): Promise<void> {
    const index = await compileInThread(assets)
    this.#compiling = null
    this.#put(index, assets)
    // Applies changes made in the meantime.
    this.#take([...this.#brandOf.values()].map(toAsset))
  }

  #put(index: AssetIndex, assets: readonly CompiledBrand[]): void {
    this.#index = index
    this.#texts = new Map(assets.map((asset) => [asset.id, comparableText(asset)]))
  }

  /** The matches of each company, companies in ascending order. */
  match(observations: readonly NameObservation[]): [companyId: number, found: SightedThreat[]][] {
    const likeBrands = byCompany(findingsAmong(this.#index, observations), this.#brandOf)
    const watched = { index: this.#index, brandOf: this.#brandOf }
    const found = withNamesOfRules(likeBrands, observations, this.#nameRules, watched)
    return [...found].toSorted(([a], [b]) => a - b)
  }

  /** The names below the companies' own domains that were not stored yet, by company. */
  ownNames(observations: readonly NameObservation[]): Map<number, string[]> {
    return this.#ownNames.among(this.#ownDomains, observations)
  }

  /** To be called when the names are stored. */
  rememberOwnNames(found: ReadonlyMap<number, readonly string[]>): void {
    this.#ownNames.remember(found)
  }
}

const comparableText = ({ id, owner, aliases, official }: CompiledBrand) =>
  JSON.stringify([id, owner, aliases, official])

/**
 * Findings for names that are printable ASCII without spaces, as in certificates: most are skipped as bytes, and only the few possible
 * matches are checked in full.
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
