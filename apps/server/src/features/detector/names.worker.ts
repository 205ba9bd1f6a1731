/*
 * Matches names against assets on a separate thread, so that the server keeps answering. Each message is one work; the thread posts one
 * answer.
 */
import { parentPort } from 'node:worker_threads'
import { readFeed } from '@signet/connectors'
import { type Asset, compileAssets, markUp, matchName, normaliseName } from '@signet/detection'
import { ownersOf } from '@signet/detection/match/compile-assets'
import { wordinessOf } from '@signet/detection/names/read-words'
import type { BackTest, BenchRow } from '@signet/contract/collection/detector'

/** Pasted names and the brands of one company; the id of an asset is the name of its brand. */
export interface BenchWork {
  kind: 'bench'
  assets: Asset[]
  names: string[]
}

/** A brand to test against stored names: those of the company and those of the bundled list. */
export interface BackTestWork {
  kind: 'backTest'
  aliases: string[]
  official: string[]
  /** Names that are already threats of the company. */
  known: string[]
  namesMax: number
}
export type NamesWork = BenchWork | BackTestWork

/** The thread only has the brands; the allow list is checked afterwards. */
export type JudgedRow = Omit<BenchRow, 'allowed'>
type Example = Omit<BackTest['examples'][number], 'allowed'>
export interface JudgedBrand extends Omit<BackTest, 'examples' | 'allowed'> {
  examples: Example[]
  /** The names found, in the order they were checked; truncated if there are many. */
  foundNames: string[]
}

const examplesMax = 10
/** Maximum number of names checked against the allow list, because each costs look-ups. */
const foundNamesMax = 5_000
/** Shorter forms occur in too many names by coincidence. */
const aliasLengthMin = 4
/** A form with at least `weakMin` matches that are mostly below this score matches more than its brand. */
const weakScore = 0.62
const weakMin = 10

/** The brands of the companies that were tested last: a person tests several lists of names against the same ones. */
const kept = new Map<string, ReturnType<typeof compileAssets>>()
const keptMax = 4

/** The index of brands, compiled once while they are among those tested last. */
export function compiled(assets: Asset[]): ReturnType<typeof compileAssets> {
  const key = JSON.stringify(assets)
  const index = kept.get(key) ?? compileAssets(assets)
  kept.delete(key)
  kept.set(key, index)
  const [oldest] = kept.keys()
  if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest)
  return index
}

/** The detector's verdict on each name, in the given order. */
export function bench({ assets, names }: BenchWork): JudgedRow[] {
  const index = compiled(assets)
  const brands = new Map(assets.map((asset) => [asset.id, asset]))
  return names.map((name): JudgedRow => {
    const host = normaliseName(name)?.host
    if (!host) return { name, state: 'unreadable', verdicts: [], markedName: null }
    const verdicts = matchName(index, name, { scoreMin: 0 })
      .filter(({ indicators }) => indicators.length > 0)
      .map(({ brandId, class: kind, score, indicators }) => ({
        brand: brandId,
        class: kind,
        score: Math.round(score * 100),
        indicators,
      }))
    const [best] = verdicts
    const brand = best && brands.get(best.brand)
    if (!brand) {
      const state = ownersOf(index, host).length > 0 ? 'official' : 'nothing'
      return { name, state, verdicts, markedName: null }
    }
    return { name, state: best.score >= 50 ? 'finding' : 'below', verdicts, markedName: markUp(name, brand) }
  })
}

/** Tests a brand on stored names; each form is matched as a separate brand, so that its share is known. */
export async function backTest(work: BackTestWork): Promise<JudgedBrand> {
  const { aliases, official, known, namesMax } = work
  const index = compileAssets(
    aliases.map((alias) => ({ id: alias, name: alias, aliases: [alias], official, owner: 'tried' })),
  )
  const seen = new Set<string>()
  const counts = new Map<string, { found: number; weak: number }>()
  const foundNames: string[] = []
  let examples: Example[] = []
  const result = { isCapped: false, found: 0, known: 0 }
  const look = (text: string, isKnown: boolean) => {
    const name = normaliseName(text)?.address
    if (name === undefined || seen.has(name)) return
    seen.add(name)
    const verdicts = matchName(index, text)
    const [best] = verdicts
    if (!best) return
    result.found += 1
    if (foundNames.length < foundNamesMax) foundNames.push(text)
    if (isKnown) result.known += 1
    for (const { brandId, score } of verdicts) {
      const count = counts.get(brandId) ?? { found: 0, weak: 0 }
      count.found += 1
      if (score < weakScore) count.weak += 1
      counts.set(brandId, count)
    }
    examples.push({ name, alias: best.brandId, class: best.class, score: Math.round(best.score * 100), isKnown })
    if (examples.length > examplesMax * 50) examples = bestOf(examples)
  }
  for (const name of known) look(name, true)
  reading: for await (const batch of readFeed('bundled')) {
    for (const { name } of batch) {
      if (seen.size >= namesMax) {
        result.isCapped = true
        break reading
      }
      look(name, false)
    }
  }
  return {
    ...result,
    names: seen.size,
    examples: bestOf(examples),
    foundNames,
    aliases: aliases.map((alias) => {
      const count = counts.get(alias) ?? { found: 0, weak: 0 }
      return { alias, found: count.found, warning: warningOf(alias, count) }
    }),
  }
}

/** The highest scores first, new names before known ones, then by name. */
function bestOf(examples: readonly Example[]): Example[] {
  return examples
    .toSorted((a, b) => Number(a.isKnown) - Number(b.isKnown) || b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, examplesMax)
}

function warningOf(
  alias: string,
  { found, weak }: { found: number; weak: number },
): BackTest['aliases'][number]['warning'] {
  if (alias.length < aliasLengthMin) return 'short'
  if (wordinessOf(alias) === 'word') return 'word'
  return found >= weakMin && weak * 2 > found ? 'weak' : null
}

const answerTo = (work: NamesWork) => (work.kind === 'bench' ? bench(work) : backTest(work))

parentPort?.on('message', (work: NamesWork) => {
  // A failure is an error of the thread, which ends it. A port between threads has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  void Promise.resolve(answerTo(work)).then((answer) => parentPort?.postMessage(answer))
})
