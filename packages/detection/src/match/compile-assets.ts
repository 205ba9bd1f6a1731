import type { Brand } from '@signet/contract/companies/brands'
import { type Automaton, buildAutomaton } from './automaton.ts'
import { foldedForms } from '../names/fold.ts'
import { buildHostFilter, type HostFilter, mayBeBelow } from './host-filter.ts'
import { rarityOf } from '../permute/letter-odds.ts'
import { type Wordiness, wordinessOf } from '../names/read-words.ts'
import { normaliseName } from '../names/normalise-name.ts'
import { respelled } from '../names/respelled.ts'
import { sharedInt32 } from './shared-array.ts'
import { skeletonOf } from '../names/skeleton.ts'
import { labelToUnicode } from '../names/punycode.ts'
import { splitName } from '../names/split-name.ts'
import { buildTypoIndex, type TypoIndex } from '../permute/typo-candidates.ts'

/** A brand and the key of the company that protects it; what is official for one brand of an owner is for all of them. */
export type Asset = Brand & { owner: string }

/** One name of one brand, as the detector searches for it. */
export interface Pattern {
  brandId: string
  owner: string
  /** Lower-case letters and digits, e.g. `trustwallet`. */
  alias: string
  wordiness: Wordiness
  /** How unlikely it is that chance spells this name, -2.5 to 2.5. */
  rarity: number
  /** True when an official registrable domain has exactly this label, so that another suffix is a TLD swap. */
  isOfficialLabel: boolean
  /** How many slips still count as a misspelling, 0 to 2. */
  editsMax: number
}

/** An official host, and the owners whose findings it suppresses. */
export interface OfficialHost {
  owner: string
  brandId: string
}

/** The tables to search for some of the patterns. */
export interface NameTables {
  /** Number of the first of these patterns in the index; their numbers are consecutive. */
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
  /** One for the brands that were compiled together, and one for each later addition. */
  readonly tables: readonly NameTables[]
  /** Official host or registrable domain (ASCII) → the brands that run it. */
  readonly officials: ReadonlyMap<string, readonly OfficialHost[]>
  /** The highest and lowest number of labels of an official host, so that no more parents than necessary are looked up. */
  readonly officialLabelsMax: number
  /** Excludes most foreign hosts by their bytes. */
  readonly officialFilter: HostFilter
  /** The number of owners: a host that is official for all of them needs no further matching. */
  readonly ownerCount: number
  readonly aliases: ReadonlySet<string>
}

/** Aliases shorter than this are only found where separators enclose them. */
export const aliasLengthMin = 2

/** How many letters a name needs so that a text with one slip, or with two slips, still refers to it. */
const oneSlipLength = 6
const twoSlipsLength = 9

function editsOf(alias: string): number {
  if (alias.length >= twoSlipsLength) return 2
  return alias.length >= oneSlipLength ? 1 : 0
}

function plainAlias(alias: string): string {
  return skeletonOf(alias.toLowerCase()).replaceAll(/[^a-z0-9]/g, '')
}

/** The forms under which a name is searched for, e.g. `muller` and `mueller`. */
function plainForms(alias: string): string[] {
  return [...new Set([plainAlias(alias), plainAlias(respelled(alias))])]
}

/** An empty index, used as the base of additions. */
function emptyIndex(): AssetIndex {
  const officialFilter = buildHostFilter([])
  const nothing = { patterns: [], tables: [], officials: new Map(), officialLabelsMax: 0, aliases: new Set<string>() }
  return { ...nothing, officialFilter, ownerCount: 0 }
}

/**
 * Compiles the protected brands once; matching then costs the same for ten brands or ten thousand.
 *
 * A brand without aliases is searched for by the labels of its official domains. Entries that can't be parsed as a name or a host are left
 * out.
 *
 * @param assets in any order; two owners may protect the same name
 */
export function compileAssets(assets: readonly Asset[]): AssetIndex {
  return addAssets(emptyIndex(), assets)
}

/**
 * Returns an index with further brands. Its verdicts equal those of an index compiled from all brands, but only the new ones are compiled.
 * Each addition slows matching down a little, so compile all brands again after a few dozen additions.
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
      if (label) for (const form of plainForms(labelToUnicode(label))) labels.add(form)
      // Copy the list: the older index must stay unchanged.
      officials.set(host, [...(officials.get(host) ?? []), { owner: asset.owner, brandId: asset.id }])
    }
    const written = asset.aliases.length > 0 ? asset.aliases : [...labels]
    for (const alias of new Set(written.flatMap(plainForms))) {
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
