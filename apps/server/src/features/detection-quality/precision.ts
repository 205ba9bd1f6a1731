import type { Labels, MinimumScore } from '@signet/contract/review/detection-quality'

/** Decisions by people. */
export interface Decided {
  confirmed: number
  rejected: number
}

/** How much of the confirmed threats a minimum score may miss. */
const missedShareMax = 0.01
/** Of the standard normal distribution, for an interval of 95 %. */
const z = 1.959964

/** The precision of decisions with its interval (Wilson, Journal of the American Statistical Association 22, 1927). */
export function withPrecision({ confirmed, rejected }: Decided): Labels {
  const n = confirmed + rejected
  if (n === 0) return { confirmed, rejected, precision: null, low: null, high: null }
  const share = confirmed / n
  const middle = (share + (z * z) / (2 * n)) / (1 + (z * z) / n)
  const half = (z / (1 + (z * z) / n)) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))
  const [low, high] = [rounded(middle - half), rounded(middle + half)]
  return { confirmed, rejected, precision: share, low, high }
}

/** To four decimals: without noise of the calculation around 0 and 1. */
const rounded = (share: number) => Math.round(share * 10_000) / 10_000

/** The sum of decisions with its precision. */
export function totalOf(labels: readonly Decided[]): Labels {
  const sum = (of: (one: Decided) => number) => labels.reduce((total, one) => total + of(one), 0)
  return withPrecision({ confirmed: sum(({ confirmed }) => confirmed), rejected: sum(({ rejected }) => rejected) })
}

/** The highest minimum score that would have missed at most 1 % of the confirmed threats; null if none would have skipped any. */
export function minimumScoreOf(labels: readonly (Decided & { score: number })[]): MinimumScore | null {
  const { confirmed, rejected } = totalOf(labels)
  let best: MinimumScore | null = null
  let [skipped, missed] = [0, 0]
  for (const one of labels.toSorted((a, b) => a.score - b.score)) {
    skipped += one.confirmed + one.rejected
    missed += one.confirmed
    if (missed > confirmed * missedShareMax) break
    best = { score: one.score + 1, reviewed: confirmed + rejected, skipped, confirmed, missed }
  }
  return best && best.score <= 100 && confirmed > 0 ? best : null
}
