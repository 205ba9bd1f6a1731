import type { Brand } from '@signet/contract/brands'
import { type Automaton, buildAutomaton } from './automaton.ts'
import { foldedForms } from './fold.ts'
import { buildHostFilter, type HostFilter, mayBeBelow } from './host-filter.ts'
import { rarityOf } from './letter-odds.ts'
import { type Wordiness, wordinessOf } from './read-words.ts'
import { normaliseName } from './normalise-name.ts'
import { sharedInt32 } from './shared-array.ts'
import { skeletonOf } from './skeleton.ts'
import { splitName } from './split-name.ts'
import { buildTypoIndex, type TypoIndex } from './typo-candidates.ts'

/** A brand and the key of the company that protects it; what is official for one brand of an owner is for all of them. */
export type Asset = Brand & { owner: string }

/** One name of one brand, as the detector looks for it. */
export interface Pattern {
  brandId: string
  owner: string
  /** Lower-case letters and digits, e.g. `trustwallet`. */
  alias: string
  wordiness: Wordiness
  /** How far chance is from spelling it, -2.5 to 2.5. */
  rarity: number
  /** True when an official registrable domain has this very label, so that another suffix is a swap. */
  isOfficialLabel: boolean
  /** How many slips still count as a misspelling, 0 to 2. */
  editsMax: number
}

/** An official host, and the owners whose findings it suppresses. */
export interface OfficialHost {
  owner: string
  brandId: string
}

/** What some of the patterns are looked for with. */
export interface NameTables {
  /** Number of the first of these patterns in the index; they follow each other. */
  readonly patternsFrom: number
  readonly automaton: Automaton
  /** Number of the pattern behind each word of the automaton, counted from `patternsFrom`. */
  readonly patternOfWord: Int32Array
  readonly typos: TypoIndex
}

/**
 * Everything the detector knows about the protected brands; immutable, shared by all calls.
 *
 * The large tables are in shared memory: an index handed to another thread is not copied.
 */
export interface AssetIndex {
  readonly patterns: readonly Pattern[]
  /** One for what was compiled together, and one for each later addition. */
  readonly tables: readonly NameTables[]
  /** Official host or registrable domain (ASCII) → the brands that run it. */
  readonly officials: ReadonlyMap<string, readonly OfficialHost[]>
  /** Most and fewest labels of an official host, to look up no more parents than needed. */
  readonly officialLabelsMax: number
  /** Tells most foreign hosts apart from official ones by their bytes. */
  readonly officialFilter: HostFilter
  /** How many owners there are: a host that is official for all of them needs no look. */
  readonly ownerCount: number
  readonly aliases: ReadonlySet<string>
}

/** Aliases below this length are only looked for where separators bound them. */
export const aliasLengthMin = 2

/** Letters a name needs before one slip, and before two slips, still point to it. */
const oneSlipLength = 6
const twoSlipsLength = 9

function editsOf(alias: string): number {
  if (alias.length >= twoSlipsLength) return 2
  return alias.length >= oneSlipLength ? 1 : 0
}

function plainAlias(alias: string): string {
  return skeletonOf(alias.toLowerCase()).replaceAll(/[^a-z0-9]/g, '')
}

/** An index of nothing, to add to. */
function emptyIndex(): AssetIndex {
  const officialFilter = buildHostFilter([])
  const nothing = { patterns: [], tables: [], officials: new Map(), officialLabelsMax: 0, aliases: new Set<string>() }
  return { ...nothing, officialFilter, ownerCount: 0 }
}

/**
 * Compiles the protected brands once; matching then costs the same for ten brands or ten thousand.
 *
 * A brand without aliases is looked for by the labels of its official domains. Entries that cannot be read as a name
 * or a host are left out.
 *
 * @param assets in any order; two owners may protect the same name
 */
export function compileAssets(assets: readonly Asset[]): AssetIndex {
  return addAssets(emptyIndex(), assets)
}

/**
 * An index with further brands: gives the verdicts of one compiled from all of them, at the price of compiling the new
 * ones. Each addition slows matching down a little, so after some dozens compile all anew.
 */
export function addAssets(index: AssetIndex, assets: readonly Asset[]): AssetIndex {
  const patterns: Pattern[] = []
  const officials = new Map(index.officials)
  let officialLabelsMax = index.officialLabelsMax
  for (const asset of assets) {
    const hosts = asset.official.flatMap((text) => normaliseName(text)?.host ?? [])
    const labels = new Set<string>()
    for (const host of hosts) {
      const split = splitName(host)
      officialLabelsMax = Math.max(officialLabelsMax, split.labels.length)
      const label = split.labels[split.registrableAt]
      if (label) labels.add(plainAlias(label))
      // A list of the older index is left as it is.
      officials.set(host, [...(officials.get(host) ?? []), { owner: asset.owner, brandId: asset.id }])
    }
    const written = asset.aliases.length > 0 ? asset.aliases : [...labels]
    for (const alias of new Set(written.map(plainAlias))) {
      if (alias.length < aliasLengthMin || alias.length > 60) continue
      patterns.push({
        brandId: asset.id,
        owner: asset.owner,
        alias,
        wordiness: wordinessOf(alias),
        rarity: rarityOf(alias),
        isOfficialLabel: labels.has(alias),
        editsMax: editsOf(alias),
      })
    }
  }
  const all = [...index.patterns, ...patterns]
  const owners = new Set(all.map(({ owner }) => owner))
  for (const list of officials.values()) for (const { owner } of list) owners.add(owner)
  return {
    patterns: all,
    tables: [...index.tables, buildTables(patterns, index.patterns.length)],
    officials,
    officialLabelsMax,
    officialFilter: buildHostFilter(officials.keys()),
    ownerCount: owners.size,
    aliases: new Set(all.map(({ alias }) => alias)),
  }
}

function buildTables(patterns: readonly Pattern[], patternsFrom: number): NameTables {
  const words: number[][] = []
  const owners: number[] = []
  for (const [number, pattern] of patterns.entries()) {
    for (const form of foldedForms(pattern.alias)) {
      words.push(form)
      owners.push(number)
    }
  }
  const patternOfWord = sharedInt32(owners.length)
  patternOfWord.set(owners)
  return {
    patternsFrom,
    automaton: buildAutomaton(words),
    patternOfWord,
    typos: buildTypoIndex(
      patterns.map(({ alias }) => alias),
      editsOf,
    ),
  }
}

const noOwners: readonly OfficialHost[] = []

/** The brands that run a host or a domain above it; empty for a foreign host. */
export function ownersOf(index: AssetIndex, host: string): readonly OfficialHost[] {
  let found: readonly OfficialHost[] = noOwners
  if (!mayBeBelow(index.officialFilter, host)) return found
  for (let at = 0; ;) {
    const list = index.officials.get(at === 0 ? host : host.slice(at))
    if (list) found = found.length === 0 ? list : [...found, ...list]
    const dot = host.indexOf('.', at)
    if (dot < 0) return found
    at = dot + 1
  }
}
