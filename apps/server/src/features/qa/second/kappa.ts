import type { SecondVerdict } from '@signet/contract/review/second-reviews'

/** How often each combination of a first and a second decision occurred. */
export interface DecisionPair {
  first: SecondVerdict
  second: SecondVerdict
  count: number
}

/** Of the standard normal distribution, for an interval of 95 %. */
const z = 1.959964

/**
 * Cohen's kappa of two decisions on the same threats, with its interval (Cohen, Educational and Psychological Measurement 20, 1960). Null
 * if there is nothing to compare, or if chance alone explains any agreement because only one decision ever occurred.
 */
export function kappaOf(pairs: readonly DecisionPair[]): { kappa: number; low: number; high: number } | null {
  const n = sum(pairs)
  if (n === 0) return null
  const observed = sum(pairs.filter(({ first, second }) => first === second)) / n
  const shareOf = (at: 'first' | 'second', verdict: SecondVerdict) =>
    sum(pairs.filter((pair) => pair[at] === verdict)) / n
  const byChance =
    shareOf('first', 'threat') * shareOf('second', 'threat') +
    shareOf('first', 'harmless') * shareOf('second', 'harmless')
  if (byChance === 1) return null
  const kappa = (observed - byChance) / (1 - byChance)
  const half = z * Math.sqrt((observed * (1 - observed)) / (n * (1 - byChance) ** 2))
  return { kappa: rounded(kappa), low: rounded(Math.max(-1, kappa - half)), high: rounded(Math.min(1, kappa + half)) }
}

const sum = (pairs: readonly DecisionPair[]) => pairs.reduce((total, { count }) => total + count, 0)

/** To four decimals: without noise of the calculation. */
const rounded = (value: number) => Math.round(value * 10_000) / 10_000
