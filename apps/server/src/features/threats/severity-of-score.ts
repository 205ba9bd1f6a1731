// The minimum scores of Critical, High and Medium; lower scores are Low.
const floors = { critical: 92, high: 78, medium: 62 }

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
