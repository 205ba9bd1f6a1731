import { pointsPerLogOdd, type Weights } from '@signet/detection/score/score'
import type { Corpus } from './corpus.ts'
import { type Example, fitLogistic } from './logistic.ts'
import type { Row } from './rows.ts'

/** Points that are set manually instead of fitted: vetoes, and the rare host that is decisive on its own. */
export const fixed: Readonly<Record<string, number>> = {
  'veto.parent': -150,
  'veto.closed': -90,
  'veto.suffix': -100,
  'veto.brand': -60,
  'veto.word': -60,
  'veto.piece': -60,
  'veto.random': -60,
  'spelled.long': 62,
  'spelled.short': 40,
  'spelled.dotless': 35,
}

/** Rounds of choosing the best position in each name and fitting again. */
const rounds = 3
const folds = 5
/** Terms that occur in fewer names than this are not fitted. */
const namesMin = 3
const wordNamesMin = 4
const wordBrandsMin = 2

/** The weight of a background name: it is unlabelled, but there are far more such names than the set contains. */
export const backgroundWeight = 2
/** Classes with few examples get a higher weight, up to this factor, so that common classes don't dominate. */
const classWeightMax = 4
const classCommon = 400

/** The label of a name of the corpus for the fit; unlabelled names are in no list. */
interface Label {
  kind: 'positive' | 'negative' | 'background'
  brands: ReadonlySet<string>
  weight: number
}

const noBrands: ReadonlySet<string> = new Set()

function labelsOf(corpus: Corpus): Map<string, Label> {
  const labels = new Map<string, Label>()
  for (const { domains } of corpus.background) {
    for (const domain of domains) {
      labels.set(domain, { kind: 'background', brands: noBrands, weight: backgroundWeight })
    }
  }
  for (const { domain } of corpus.suspects) labels.delete(domain)
  for (const { domain, counted } of corpus.negatives) {
    if (counted === false) labels.delete(domain)
    else labels.set(domain, { kind: 'negative', brands: noBrands, weight: 1 })
  }
  const ofClass = new Map<string, number>()
  for (const positive of corpus.positives) ofClass.set(positive.class, (ofClass.get(positive.class) ?? 0) + 1)
  for (const positive of corpus.positives) {
    const rare = classCommon / (ofClass.get(positive.class) ?? 1)
    const weight = Math.max(1, Math.min(classWeightMax, rare))
    labels.set(positive.domain, {
      kind: 'positive',
      brands: new Set([positive.brand, ...(positive.also ?? [])]),
      weight,
    })
  }
  return labels
}

/** How strongly a weight is regularised towards 0: there are many words and suffixes, and each is rare. */
function penaltyOf(key: string): number {
  if (key.startsWith('word.') || key.startsWith('far.')) return 2
  if (key.startsWith('suffix.') || key.startsWith('far-suffix.')) return 2
  return key.startsWith('place.') ? 0.05 : 0.5
}

function isWordKey(key: string): boolean {
  return key.startsWith('word.') || key.startsWith('far.')
}

/** The terms that occur often enough to be fitted, in a fixed order. */
function keysOf(rows: readonly Row[]): string[] {
  const seen = new Map<string, { names: Set<string>; brands: Set<string> }>()
  for (const { domain, brand, terms } of rows) {
    for (const { key } of terms) {
      let entry = seen.get(key)
      if (!entry) seen.set(key, (entry = { names: new Set(), brands: new Set() }))
      entry.names.add(domain)
      entry.brands.add(brand)
    }
  }
  return [...seen]
    .filter(([key, { names, brands }]) => {
      if (key in fixed) return false
      return isWordKey(key) ? names.size >= wordNamesMin && brands.size >= wordBrandsMin : names.size >= namesMin
    })
    .map(([key]) => key)
    .toSorted()
}

interface LabelledRow {
  row: Row
  label: Label
  example: Example
}

function examplesOf(rows: readonly Row[], labels: ReadonlyMap<string, Label>, keys: readonly string[]): LabelledRow[] {
  const numbers = new Map(keys.map((key, number) => [key, number]))
  return rows.flatMap((row) => {
    const label = labels.get(row.domain)
    // Another brand in a positive is neither right nor wrong; after a veto, nothing is left to weigh.
    if (!label || (label.kind === 'positive' && !label.brands.has(row.brand))) return []
    if (row.terms.some(({ key }) => key in fixed)) return []
    const sums = new Map<number, number>()
    for (const { key, times } of row.terms) {
      const number = numbers.get(key)
      if (number !== undefined) sums.set(number, (sums.get(number) ?? 0) + times)
    }
    const example = {
      terms: Int32Array.from(sums.keys()),
      times: Float64Array.from(sums.values()),
      isPositive: label.kind === 'positive',
      weight: label.weight,
    }
    return [{ row, label, example }]
  })
}

function oddsOf({ terms, times }: Example, weights: Float64Array): number {
  let odds = 0
  for (let at = 0; at < terms.length; at++) odds += weights[terms[at]!]! * times[at]!
  return odds
}

/** For each name and brand, the position with the highest score, because it decides the verdict. */
function loudest(all: readonly LabelledRow[], weights: Float64Array): Example[] {
  const best = new Map<string, { example: Example; odds: number }>()
  for (const { row, example } of all) {
    const key = `${row.domain}\n${row.brand}`
    const odds = oddsOf(example, weights)
    const known = best.get(key)
    if (!known || odds > known.odds) best.set(key, { example, odds })
  }
  return [...best.values()].map(({ example }) => example)
}

/** Fits the weights on rows of a corpus, in points; the even odds of a score of 0.5 are included in the weights of places. */
export function fitWeights(corpus: Corpus, rows: readonly Row[]): Map<string, number> {
  const labels = labelsOf(corpus)
  const keys = keysOf(rows)
  const all = examplesOf(rows, labels, keys)
  const penalties = Float64Array.from(keys, penaltyOf)
  let fitted = fitLogistic(
    all.map(({ example }) => example),
    penalties,
  )
  for (let round = 1; round < rounds; round++) fitted = fitLogistic(loudest(all, fitted), penalties, fitted)
  const weights = new Map<string, number>(Object.entries(fixed))
  for (const [number, key] of keys.entries()) {
    const isBase = key.startsWith('place.')
    const points = pointsPerLogOdd * fitted[number]! + (isBase ? 50 : 0)
    const rounded = Math.round(points * 10) / 10
    if (rounded !== 0) weights.set(key, rounded)
  }
  return weights
}

/** Fits a set of weights for each fifth of the brands on the names of the other four. */
export function fitFolds(corpus: Corpus, rows: readonly Row[]): (brand: string) => Weights {
  const foldOf = new Map(corpus.brands.map(({ id }, at) => [id, at % folds]))
  const weights = Array.from({ length: folds }, (_, fold) =>
    fitWeights(
      corpus,
      rows.filter(({ brand }) => foldOf.get(brand) !== fold),
    ),
  )
  return (brand) => weights[foldOf.get(brand) ?? 0]!
}
