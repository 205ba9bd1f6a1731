import type { Indicator } from '@signet/contract/threats/findings'
import { severities, type Severity } from '@signet/contract/threats/severities'
import { scoreOfSeverity } from '@signet/server/features/threats/found/severity-of-score'
import type { Random } from '../random.ts'

const scoreMax = 99

/** A score in the range of a severity. */
export function scoreFor(random: Random, severity: Severity): number {
  const worse = severities[severities.indexOf(severity) - 1]
  return random.int(scoreOfSeverity[severity], worse ? scoreOfSeverity[worse] - 1 : scoreMax)
}

/** A possible reason of a threat; `weight` is its share of the score, negative for a reason against it. */
export interface Reason {
  name: string
  value?: string | undefined
  weight: number
}

export function sumOf(indicators: readonly Indicator[]): number {
  return indicators.reduce((sum, { contribution }) => sum + contribution, 0)
}

export function indicatorOf({ name, value }: Reason, contribution: number): Indicator {
  return value === undefined ? { name, contribution } : { name, value, contribution }
}

/** Divides points by weight into whole numbers of at least 1, exactly. */
function divided(points: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const shares = weights.map((weight) => Math.max(1, Math.floor((points * weight) / all)))
  const largest = shares.indexOf(Math.max(...shares))
  shares[largest] = (shares[largest] ?? 0) + points - shares.reduce((sum, share) => sum + share, 0)
  return shares
}

/**
 * Chooses two to five of the reasons and assigns them points that add up to the score.
 *
 * @param reasons the first is always included; reasons against are only drawn for scores below High
 */
export function weighReasons(random: Random, score: number, reasons: readonly Reason[]): Indicator[] {
  const [first, ...others] = reasons
  if (!first) return []
  const wanted = random.int(score >= scoreOfSeverity.High ? 2 : 1, 3)
  const fors = [first, ...random.shuffled(others.filter(({ weight }) => weight > 0)).slice(0, wanted)]
  const against =
    score < scoreOfSeverity.High && random.chance(0.4) ? random.shuffled(others).find(isAgainst) : undefined
  const weights = fors.map(({ weight }) => weight * (0.8 + random.next() * 0.4))
  const points = divided(score - (against?.weight ?? 0), weights)
  const indicators = fors.map((reason, index) => indicatorOf(reason, points[index] ?? 0))
  if (against) indicators.push(indicatorOf(against, against.weight))
  return indicators.toSorted((a, b) => b.contribution - a.contribution)
}

const isAgainst = ({ weight }: Reason) => weight < 0
