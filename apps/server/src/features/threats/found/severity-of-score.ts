import type { Severity } from '@signet/contract/threats/severities'

/** The minimum scores of Critical, High and Medium; lower scores are Low. */
export const floors = { critical: 92, high: 78, medium: 62 }

/** The score of a record without indicators, by the severity that a person or a collector gave it. */
export const scoreOfSeverity: Record<Severity, number> = {
  Critical: floors.critical,
  High: floors.high,
  Medium: floors.medium,
  Low: 50,
}

/**
 * The severity rank for a score, 1 (Low) to 4 (Critical).
 *
 * @param score 0 to 100
 */
export function severityOfScore(score: number): number {
  if (score >= floors.critical) return 4
  if (score >= floors.high) return 3
  return score >= floors.medium ? 2 : 1
}
