import { sql } from 'kysely'
import { type AssetIndex, addAssets, compileAssets, matchBatch, scanNames } from '@signet/detection'
import type { Finding, NameObservation } from '@signet/contract/findings'
import { brandsToWatch } from '../companies/watched-brands.queries.ts'
import type { Database, Tx } from '../../db/database.ts'
import { compileInThread, type CompiledBrand } from './compile-brands.ts'
import { type Sighted } from './intake.queries.ts'
import { activeCompanies, byCompany, type WatchedBrand } from './scan-feed.ts'

/** A brand that is saved is looked for after this long. */
const refreshAfterMs = 2_000
/** So few are compiled in some hundredths of a second; more are, on a thread of their own. */
const inlineMax = 50
/** Each addition slows matching down a little; after so many all are compiled anew. */
const additionsMax = 24

const toAsset = ({ id, name, aliases, official, company_id: companyId }: WatchedBrand): CompiledBrand => ({
  id,
  name,
  aliases,
  official,
  owner: String(companyId),
})

/**
 * The brands of all active companies, compiled, for readers that never end. Names are matched at any time: a brand that is new is added to
 * what is compiled, in milliseconds; where one was changed or taken away, all are compiled beside, and what was compiled before serves
 * until then.
 */
export class WatchedBrands {
  readonly #database: Database
  readonly #refreshAfterMs: number
  #stamp: string | null = null
  #index: AssetIndex = compileAssets([])
  #brandOf: ReadonlyMap<string, WatchedBrand> = new Map()
  /** The content of the index by brand. */
  #texts: ReadonlyMap<string, string> = new Map()
  #freshUntil = 0
  #refreshing: Promise<void> | null = null
  #compiling: Promise<void> | null = null

  constructor(database: Database, options: { refreshAfterMs?: number } = {}) {
    this.#database = database
    this.#refreshAfterMs = options.refreshAfterMs ?? refreshAfterMs
  }

  /** Looks for changes unless that was done a moment ago. */
  refresh(): Promise<void> {
    if (performance.now() < this.#freshUntil) return Promise.resolve()
    this.#refreshing ??= this.#load().finally(() => (this.#refreshing = null))
    return this.#refreshing
  }

  /** Resolves once everything that was noticed is compiled. */
  async settled(): Promise<void> {
    await this.#refreshing
    while (this.#compiling) await this.#compiling
  }

  async #load(): Promise<void> {
    const companyIds = await activeCompanies(this.#database)
    const known = this.#stamp
    const { stamp, brands } = await this.#database.inCompanies(companyIds, async (tx) => {
      const now = companyIds.length === 0 ? '' : await stampOf(tx, companyIds)
      const isSame = now === known || companyIds.length === 0
      return { stamp: now, brands: isSame ? [] : await brandsToWatch(tx, companyIds) }
    })
    this.#freshUntil = performance.now() + this.#refreshAfterMs
    if (stamp === known) return
    this.#stamp = stamp
    const isFirst = known === null
    this.#brandOf = new Map(brands.map((brand) => [brand.id, brand]))
    this.#take(brands.map(toAsset))
    // There are no waiting callers yet, and all would get a wrong answer.
    if (isFirst) await this.#compiling
  }

  #take(assets: readonly CompiledBrand[]): void {
    const added = assets.filter(({ id }) => !this.#texts.has(id))
    const isGrown =
      assets.length - added.length === this.#texts.size &&
      assets.every((asset) => !this.#texts.has(asset.id) || this.#texts.get(asset.id) === textOf(asset))
    const isLong = this.#index.tables.length + 1 > additionsMax
    if (added.length > 0 && added.length <= inlineMax) {
      this.#index = addAssets(this.#index, added)
      this.#texts = new Map([...this.#texts, ...added.map((asset) => [asset.id, textOf(asset)] as const)])
      if (isGrown && !isLong) return
    } else if (added.length === 0 && isGrown) return
    if (assets.length <= inlineMax) this.#put(compileAssets(assets), assets)
    else this.#compiling ??= this.#compile(assets)
  }

  async #compile(assets: readonly CompiledBrand[]): Promise<void> {
    const index = await compileInThread(assets)
    this.#compiling = null
    this.#put(index, assets)
    // What changed meanwhile.
    this.#take([...this.#brandOf.values()].map(toAsset))
  }

  #put(index: AssetIndex, assets: readonly CompiledBrand[]): void {
    this.#index = index
    this.#texts = new Map(assets.map((asset) => [asset.id, textOf(asset)]))
  }

  /** The names that concern each company, the companies in ascending order. */
  match(observations: readonly NameObservation[]): [companyId: number, found: Sighted[]][] {
    const found = byCompany(findingsAmong(this.#index, observations), this.#brandOf)
    return [...found].toSorted(([a], [b]) => a - b)
  }
}

const textOf = ({ id, owner, aliases, official }: CompiledBrand) => JSON.stringify([id, owner, aliases, official])

/** Changes with whatever `brandsToWatch` would tell. Indexes: brands_pkey, company_assets_pkey. */
async function stampOf(tx: Tx, companyIds: readonly number[]): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select md5(string_agg(md5(row(b.company_id, b.id, b.name, b.aliases, b.official, a.domains)::text), ''
      order by b.company_id, b.id)) as stamp
    from brands b left join company_assets a on a.company_id = b.company_id
    where b.company_id = any (${companyIds}::int[])`.execute(tx)
  return rows[0]?.stamp ?? ''
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
