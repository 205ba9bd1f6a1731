import type { Corpus, Negative, Positive } from './corpus.ts'

/** Domain → brand → score, 0 to 1; a missing entry was never reported. */
export type Scores = ReadonlyMap<string, ReadonlyMap<string, number>>

/** The number of names of a kind, and how many were flagged. */
export interface Tally {
  all: number
  flagged: number
}

/** A false alarm: a flagged name that is a counted negative or in the background. */
export interface Alarm {
  domain: string
  kind: string
  /** The brand it was flagged for, with its score. */
  brand: string
  score: number
}

/** The results of a set of scores on a corpus. */
export interface Figures {
  threshold: number
  precision: number
  recall: number
  f1: number
  /** Average precision over positives and counted negatives, with ties treated as one. */
  prAuc: number
  truePositives: number
  falsePositives: number
  /** Positives flagged for other brands only; they count as missed. */
  wrongBrand: number
  backgroundAll: number
  backgroundFlagged: number
  falsePerMillion: number
  strata: Map<string, Tally>
  classes: Map<string, Tally>
  negativeClasses: Map<string, Tally & { isCounted: boolean }>
  brands: Map<string, Tally>
  suspects: Tally
  misses: (Positive & { score: number })[]
  alarms: Alarm[]
  backgroundAlarms: Alarm[]
}

function tallyIn<T extends Tally>(map: Map<string, T>, key: string, isFlagged: boolean, fresh: T): void {
  const tally = map.get(key) ?? fresh
  map.set(key, tally)
  tally.all++
  if (isFlagged) tally.flagged++
}

/** The highest score of a name, and for which brand. */
function bestOf(scores: Scores, domain: string): { brand: string; score: number } {
  let best = { brand: '', score: 0 }
  for (const [brand, score] of scores.get(domain) ?? []) if (score > best.score) best = { brand, score }
  return best
}

/** The score of a positive: the best among the brands it imitates. */
export function scoreOfPositive(scores: Scores, positive: Positive): number {
  const byBrand = scores.get(positive.domain)
  return Math.max(0, ...[positive.brand, ...(positive.also ?? [])].map((brand) => byBrand?.get(brand) ?? 0))
}

/**
 * Area under the precision-recall curve as average precision: the precision at each distinct score, weighted by the positives it adds.
 * Items with a score of 0 were never reported and add nothing.
 */
function averagePrecision(items: { score: number; isPositive: boolean }[], positives: number): number {
  const ranked = items.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score)
  let area = 0
  let right = 0
  for (let at = 0; at < ranked.length;) {
    const { score } = ranked[at]!
    let added = 0
    while (ranked[at]?.score === score) if (ranked[at++]!.isPositive) added++
    right += added
    area += (added / positives) * (right / at)
  }
  return area
}

function flaggedNegatives(scores: Scores, negatives: readonly Negative[], isHit: (score: number) => boolean) {
  const classes: Figures['negativeClasses'] = new Map()
  const alarms: Alarm[] = []
  const items: { score: number; isPositive: boolean }[] = []
  for (const negative of negatives) {
    const best = bestOf(scores, negative.domain)
    const isCounted = negative.counted !== false
    tallyIn(classes, negative.class, isHit(best.score), { all: 0, flagged: 0, isCounted })
    if (!isCounted) continue
    items.push({ score: best.score, isPositive: false })
    if (isHit(best.score)) alarms.push({ domain: negative.domain, kind: negative.class, ...best })
  }
  return { classes, alarms, items }
}

/**
 * Computes the results of scores on a corpus.
 *
 * A positive is found when it is flagged for its brand (or one of its further brands); a counted negative, or a name of the background, is
 * a false alarm when it is flagged for any brand. Precision only covers the labelled sets.
 *
 * @param threshold names with at least this score are flagged
 */
export function figuresOf(corpus: Corpus, scores: Scores, threshold: number): Figures {
  const isHit = (score: number) => score > 0 && score >= threshold
  const classes = new Map<string, Tally>()
  const brands = new Map<string, Tally>()
  const misses: Figures['misses'] = []
  const negatives = flaggedNegatives(scores, corpus.negatives, isHit)
  const items = negatives.items
  let wrongBrand = 0
  for (const positive of corpus.positives) {
    const score = scoreOfPositive(scores, positive)
    items.push({ score, isPositive: true })
    tallyIn(classes, positive.class, isHit(score), { all: 0, flagged: 0 })
    tallyIn(brands, positive.brand, isHit(score), { all: 0, flagged: 0 })
    if (isHit(score)) continue
    misses.push({ ...positive, score })
    if (isHit(bestOf(scores, positive.domain).score)) wrongBrand++
  }

  // A name in several background lists counts once, in the last of them.
  const stratumOf = new Map<string, string>()
  const strata = new Map<string, Tally>()
  for (const { name, domains } of corpus.background) {
    strata.set(name, { all: domains.length, flagged: 0 })
    for (const domain of domains) stratumOf.set(domain, name)
  }
  const backgroundAlarms: Alarm[] = []
  for (const [domain, kind] of stratumOf) {
    const best = bestOf(scores, domain)
    if (!isHit(best.score)) continue
    backgroundAlarms.push({ domain, kind, ...best })
    strata.get(kind)!.flagged++
  }

  const backgroundAll = corpus.background.reduce((sum, { domains }) => sum + domains.length, 0)
  const truePositives = corpus.positives.length - misses.length
  const falsePositives = negatives.alarms.length
  const precision = truePositives === 0 ? 0 : truePositives / (truePositives + falsePositives)
  const recall = truePositives / Math.max(1, corpus.positives.length)
  return {
    threshold,
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    prAuc: averagePrecision(items, corpus.positives.length),
    truePositives,
    falsePositives,
    wrongBrand,
    backgroundAll,
    backgroundFlagged: backgroundAlarms.length,
    falsePerMillion: (backgroundAlarms.length * 1e6) / Math.max(1, backgroundAll),
    strata,
    classes,
    negativeClasses: negatives.classes,
    brands,
    suspects: {
      all: corpus.suspects.length,
      flagged: corpus.suspects.filter(({ domain }) => isHit(bestOf(scores, domain).score)).length,
    },
    misses: misses.toSorted((a, b) => a.score - b.score),
    alarms: negatives.alarms.toSorted((a, b) => b.score - a.score),
    backgroundAlarms: backgroundAlarms.toSorted((a, b) => b.score - a.score),
  }
}
