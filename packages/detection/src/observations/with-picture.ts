import type { IndicatorName } from '../score/indicators.ts'
import { scoreOf } from '../score/score.ts'
import type { ObservationVerdict } from './judge-observation.ts'

/** Impostors copy the logo with the name; partners and fans show it too, so it doesn't decide alone. */
const points = 24
const name: IndicatorName = 'Picture matches a logo'

/**
 * A verdict with the reason that the picture of the observation looks like a logo of the company.
 *
 * @param agreement from `findKnownPicture`
 */
export function withPicture(verdict: ObservationVerdict, agreement: number): ObservationVerdict {
  const value = `${Math.floor(agreement * 100)} %`
  const indicators = [...verdict.indicators, { name, value, contribution: points }]
  return { ...verdict, indicators, score: scoreOf(indicators) }
}
