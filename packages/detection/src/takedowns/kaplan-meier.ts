import type { CurveStep } from '@signet/contract/takedowns/takedown-statistics'

/** Some cases that were observed for the same time. */
export interface Observed {
  /** From the beginning to the event, or until now if it hasn't happened. */
  ms: number
  isReached: boolean
  /** Number of cases. */
  count: number
}

/** Rounding errors of the product, which must not hide that a share was reached. */
const tolerance = 1e-9

/**
 * The share of cases without an event over time, when the event of some cases is still to come: every case counts for as long as it was
 * observed.
 *
 * Source: E. L. Kaplan and P. Meier, Nonparametric estimation from incomplete observations, Journal of the American Statistical Association
 * 53 (1958). A case whose observation ends at the time of an event still counts at that time.
 *
 * @param observed in any order; a time may occur several times
 * @returns one step per time with an event, in order of time; empty without an event
 */
export function kaplanMeier(observed: readonly Observed[]): CurveStep[] {
  const times = new Map<number, { reached: number; all: number }>()
  for (const { ms, isReached, count } of observed) {
    const { reached, all } = times.get(ms) ?? { reached: 0, all: 0 }
    times.set(ms, { reached: reached + (isReached ? count : 0), all: all + count })
  }
  let atRisk = observed.reduce((sum, { count }) => sum + count, 0)
  let share = 1
  const steps: CurveStep[] = []
  for (const [ms, { reached, all }] of [...times].toSorted(([a], [b]) => a - b)) {
    if (reached > 0) {
      share *= 1 - reached / atRisk
      steps.push({ ms, atRisk, reached, share })
    }
    atRisk -= all
  }
  return steps
}

/**
 * The time by which a part of the cases had reached the event: the first at which the curve is at or below the rest.
 *
 * @param part from 0 to 1, e.g. 0.5 for the median
 * @returns ms; null if the curve never gets there
 */
export function timeOf(steps: readonly CurveStep[], part: number): number | null {
  return steps.find(({ share }) => share <= 1 - part + tolerance)?.ms ?? null
}

/** A curve with at most `max` steps, the first and the last among them, for a picture of it. */
export function thinnedCurve(steps: readonly CurveStep[], max: number): CurveStep[] {
  if (steps.length <= max) return [...steps]
  const kept = new Set(Array.from({ length: max }, (_, place) => Math.round((place * (steps.length - 1)) / (max - 1))))
  return steps.filter((_, index) => kept.has(index))
}
