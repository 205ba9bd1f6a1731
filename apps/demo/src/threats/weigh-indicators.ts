import type { Indicator } from '@signet/contract/threats/findings'

/** The points of reasons together. */
export function sumOf(indicators: readonly Indicator[]): number {
  return indicators.reduce((sum, { contribution }) => sum + contribution, 0)
}
