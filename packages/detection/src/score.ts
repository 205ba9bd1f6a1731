import type { Indicator } from '@signet/contract/findings'
import type { IndicatorName } from './indicators.ts'

/** Score at and above which a verdict is a finding. */
export const findingScoreMin = 0.5

/** Collects named contributions and adds them up. */
export class ScoreSheet {
  readonly indicators: Indicator[] = []

  /**
   * Adds one reason.
   *
   * @param contribution points of 100, signed; 0 is left out
   * @param value what was seen, in words a reviewer can check
   */
  add(name: IndicatorName, contribution: number, value?: string): void {
    if (contribution === 0) return
    this.indicators.push(value === undefined ? { name, contribution } : { name, value, contribution })
  }

  /** The sum of the contributions, clamped to 0..100 and divided by 100: 0 to 1. */
  get score(): number {
    return scoreOf(this.indicators)
  }
}

/** The score that indicators add up to: their sum, clamped to 0..100, as 0 to 1. */
export function scoreOf(indicators: readonly Indicator[]): number {
  const points = indicators.reduce((sum, { contribution }) => sum + contribution, 0)
  return Math.min(100, Math.max(0, points)) / 100
}
