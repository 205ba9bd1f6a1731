/*
 * Holds names against assets on a thread of its own, so that the server keeps answering. `workerData` tells it what to do;
 * posts one answer and ends.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { readFeed } from '@signet/connectors'
import { type Asset, compileAssets, matchName, normaliseName } from '@signet/detection'
import { ownersOf } from '@signet/detection/compile-assets'
import { wordinessOf } from '@signet/detection/read-words'
import type { BackTest, BenchRow } from '@signet/contract/detector'

/** Pasted names and the brands of one company; the id of an asset is the name of its brand. */
export interface BenchWork {
  kind: 'bench'
  assets: Asset[]
  names: string[]
}

/** A brand that is tried on what is stored: the names of the company, and those of the list that comes along. */
export interface BackTestWork {
  kind: 'backTest'
  aliases: string[]
  official: string[]
  /** Names that are threats of the company already. */
  known: string[]
  namesMax: number
}
export type NamesWork = BenchWork | BackTestWork

/** A thread knows the brands; what the company lets pass is asked about afterwards. */
export type JudgedRow = Omit<BenchRow, 'allowed'>
type Example = Omit<BackTest['examples'][number], 'allowed'>
export interface JudgedBrand extends Omit<BackTest, 'examples' | 'allowed'> {
  examples: Example[]
  /** What was found, in the order it was looked at; the first of it when it is much. */
  foundNames: string[]
}

const examplesMax = 10
/** So many are asked about; each costs look-ups. */
const foundNamesMax = 5_000
/** Shorter forms occur in too many names by coincidence. */
const aliasLengthMin = 4
/** A form whose finds are mostly below this score, of so many at least, meets more than its brand. */
const weakScore = 0.62
const weakMin = 10

/** What the detector says of each name, in the order given. */
export function bench({ assets, names }: BenchWork): JudgedRow[] {
  const index = compileAssets(assets)
  return names.map((name): JudgedRow => {
    const host = normaliseName(name)?.host
    if (!host) return { name, state: 'unreadable', verdicts: [] }
    const verdicts = matchName(index, name, { scoreMin: 0 })
      .filter(({ indicators }) => indicators.length > 0)
      .map(({ brandId, class: kind, score, indicators }) => ({
        brand: brandId,
        class: kind,
        score: Math.round(score * 100),
        indicators,
      }))
    const [best] = verdicts
    if (!best) return { name, state: ownersOf(index, host).length > 0 ? 'official' : 'nothing', verdicts }
    return { name, state: best.score >= 50 ? 'finding' : 'below', verdicts }
  })
}

/** Tries a brand on stored names; each form to look for is a brand of its own here, so that its share is known. */
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

/** The best by score, new ones before those that are known, then by name. */
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

if (parentPort) {
  const work = workerData as NamesWork
  const answer = work.kind === 'bench' ? bench(work) : await backTest(work)
  // A port between threads has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort.postMessage(answer)
}
