import type { Indicator } from '@signet/contract/threats/findings'

/** Why an observation is a threat to a company. */
export interface ObservationVerdict {
  /** The key of the brand; null for a watched person, or the company as such. */
  brandId: string | null
  /** One of the `types` of the observation's source. */
  threatType: string
  /** 0..1, at least `findingScoreMin` unless the call asks for less. */
  score: number
  indicators: Indicator[]
}

/** One observation is judged for this many names at most; texts that list more brands are lists. */
export const namesMax = 20
/** The values of reasons come from untrusted texts, so their length is limited. */
const valueMax = 200

/** A reason as it is stored. */
export const indicatorOf = (indicator: Indicator): Indicator =>
  indicator.value === undefined ? indicator : { ...indicator, value: indicator.value.slice(0, valueMax) }
