import type { Indicator } from '@signet/contract/threats/findings'
import type { IndicatorName } from './indicators.ts'
import type { Term } from '../match/term-keys.ts'

/** A verdict with this score or more is a finding. */
export const findingScoreMin = 0.5

/** Points of 100 for one unit of log-odds: a score of 0.5 means even odds, and 0.56 means odds of e to 1. */
export const pointsPerLogOdd = 6

/** Points of words are limited to this: a name is not a worse threat because it is long. */
export const wordPointsMax = 36
const wordPointsMin = -30

/** The indicators that words are listed under. */
export const wordNames = ['Words added to the brand', 'Common words'] as const

/** Weight of each term in points of 100, by its key; a term without an entry weighs nothing. */
export type Weights = ReadonlyMap<string, number>

/** Collects named contributions and adds them up. */
export class ScoreSheet {
  readonly indicators: Indicator[] = []

  /**
   * Adds one reason.
   *
   * @param contribution points of 100, signed; 0 is left out
   * @param value the observation, in words a reviewer can check
   */
  add(name: IndicatorName, contribution: number, value?: string): void {
    if (contribution === 0) return
    this.indicators.push(value === undefined || value === '' ? { name, contribution } : { name, value, contribution })
  }

  /** The sum of the contributions, clamped to 0..100 and divided by 100: 0 to 1. */
  get score(): number {
    return scoreOf(this.indicators)
  }
}

/** The score of the given indicators: the sum of their points, clamped to 0..100, as 0 to 1. */
export function scoreOf(indicators: readonly Indicator[]): number {
  const points = indicators.reduce((sum, { contribution }) => sum + contribution, 0)
  return Math.min(100, Math.max(0, points)) / 100
}

/** The sum of one indicator so far. */
interface Gathered {
  name: IndicatorName
  points: number
  values: string[]
}

// A list has a dozen entries at most, so scanning it is faster than hashing.
function gather(all: Gathered[], name: IndicatorName, points: number, value: string | undefined): void {
  let gathered = all.find((other) => other.name === name)
  if (!gathered) all.push((gathered = { name, points: 0, values: [] }))
  gathered.points += points
  if (value !== undefined && !gathered.values.includes(value)) gathered.values.push(value)
}

/** Rounding each of a dozen indicators changes a sum by less than this. */
const roundingMax = 7

/**
 * Determines from a plain sum that terms can't reach a score: most positions are far below any minimum, and need no indicators. Points
 * against, from ordinary words, are limited as in the sheet.
 */
export class UpperBound {
  readonly #weights: Weights
  readonly #pointsMin: number
  #points = 0
  #against = 0

  constructor(weights: Weights, scoreMin: number) {
    this.#weights = weights
    this.#pointsMin = scoreMin * 100
  }

  add(terms: readonly Term[]): void {
    for (const { key, times, name } of terms) {
      const part = (this.#weights.get(key) ?? 0) * times
      if (part < 0 && name === wordNames) this.#against += part
      else this.#points += part
    }
  }

  /** @param rest the highest sum that the remaining terms can add */
  isTooLow(rest: number): boolean {
    return this.#points + Math.max(wordPointsMin, this.#against) + rest + roundingMax < this.#pointsMin
  }
}

/**
 * Adds terms up by the indicator they are listed under, in whole points.
 *
 * Terms about the same thing (a word by itself, and as one of its kind) are added first; the sign of their sum then decides which of two
 * indicators lists it.
 */
export function sheetOf(terms: readonly Term[], weights: Weights): ScoreSheet {
  const signed: { names: readonly [IndicatorName, IndicatorName]; value: string | undefined; points: number }[] = []
  const named: Gathered[] = []
  for (const { key, times, name, value } of terms) {
    const points = (weights.get(key) ?? 0) * times
    if (typeof name === 'string') {
      gather(named, name, points, value)
      continue
    }
    const known = signed.find((other) => other.names[0] === name[0] && (other.value ?? '') === (value ?? ''))
    if (known) known.points += points
    else signed.push({ names: name, value, points })
  }
  for (const { names, value, points } of signed) gather(named, points > 0 ? names[0] : names[1], points, value)
  const sheet = new ScoreSheet()
  for (const { name, points, values } of named) {
    const bounded =
      name === wordNames[0]
        ? Math.min(wordPointsMax, points)
        : name === wordNames[1]
          ? Math.max(wordPointsMin, points)
          : points
    sheet.add(name, Math.round(bounded), values.join(', '))
  }
  return sheet
}

/**
 * The probability, 0 to 1, that a name with this score is an imitation, from the fit of the weights.
 *
 * See docs/quality.md for its accuracy on names that the weights were not fitted on.
 */
export function confidenceOf(score: number): number {
  return 1 / (1 + Math.exp((50 - score * 100) / pointsPerLogOdd))
}
