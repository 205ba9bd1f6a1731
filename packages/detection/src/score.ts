import type { Indicator } from '@signet/contract/findings'
import type { IndicatorName } from './indicators.ts'
import type { Term } from './terms.ts'

/** Score at and above which a verdict is a finding. */
export const findingScoreMin = 0.5

/** Points of 100 for one unit of log-odds: a score of 0.5 stands for even odds, 0.56 for e to one. */
export const pointsPerLogOdd = 6

/** Words are counted up to here: a name is not a worse threat for being long. */
const wordPointsMax = 36
const wordPointsMin = -30

/** Under which indicators words show. */
export const wordNames = ['Risky words', 'Ordinary words'] as const

/** Weight of each term in points of 100, by its key; what is not in it weighs nothing. */
export type Weights = ReadonlyMap<string, number>

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
    this.indicators.push(value === undefined || value === '' ? { name, contribution } : { name, value, contribution })
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

/** What one indicator has gathered so far. */
interface Gathered {
  points: number
  values: string[]
}

function gather(map: Map<string, Gathered>, key: string, points: number, value: string | undefined): void {
  let gathered = map.get(key)
  if (!gathered) map.set(key, (gathered = { points: 0, values: [] }))
  gathered.points += points
  if (value !== undefined && !gathered.values.includes(value)) gathered.values.push(value)
}

/** Rounding each of a dozen indicators moves a sum by less than this. */
const roundingMax = 7

/**
 * True when terms cannot come to a score, told by one plain sum: most places that are looked at are far from any
 * score, and need no indicators. Ordinary words count at their least, as in the sheet.
 */
export function isHopeless(terms: readonly Term[], weights: Weights, scoreMin: number): boolean {
  let points = 0
  let against = 0
  for (const { key, times, name } of terms) {
    const part = (weights.get(key) ?? 0) * times
    if (part < 0 && name === wordNames) against += part
    else points += part
  }
  return points + Math.max(wordPointsMin, against) + roundingMax < scoreMin * 100
}

/**
 * Adds terms up by the indicator they show under, in whole points.
 *
 * Terms about the same thing (a word by itself, and as one of its kind) are added first; the sign of their sum then
 * decides under which of two indicators it shows.
 */
export function sheetOf(terms: readonly Term[], weights: Weights): ScoreSheet {
  const signed = new Map<string, Gathered & { names: readonly [IndicatorName, IndicatorName] }>()
  const named = new Map<IndicatorName, Gathered>()
  for (const { key, times, name, value } of terms) {
    const points = (weights.get(key) ?? 0) * times
    if (typeof name === 'string') {
      gather(named, name, points, value)
      continue
    }
    const about = `${name[0]}\n${value ?? ''}`
    let entry = signed.get(about)
    if (!entry) signed.set(about, (entry = { names: name, points: 0, values: value === undefined ? [] : [value] }))
    entry.points += points
  }
  for (const { names, points, values } of signed.values()) {
    gather(named, points > 0 ? names[0] : names[1], points, values[0])
  }
  const sheet = new ScoreSheet()
  for (const [name, { points, values }] of named) {
    const bounded =
      name === 'Risky words'
        ? Math.min(wordPointsMax, points)
        : name === 'Ordinary words'
          ? Math.max(wordPointsMin, points)
          : points
    sheet.add(name, Math.round(bounded), values.join(', '))
  }
  return sheet
}

/**
 * The chance, 0 to 1, that a name with this score is an imitation: what the score means, by the fit of the weights.
 *
 * How well it holds on names the weights have not seen stands in docs/quality.md.
 */
export function confidenceOf(score: number): number {
  return 1 / (1 + Math.exp((50 - score * 100) / pointsPerLogOdd))
}
