/** Severity levels, worst first. */
export const severities = ['Critical', 'High', 'Medium', 'Low'] as const
/** One of `severities`. */
export type Severity = (typeof severities)[number]

/** 4 for Critical down to 1 for Low: the stored value, also used for sorting. */
export const severityRank = { Critical: 4, High: 3, Medium: 2, Low: 1 } as const satisfies Record<Severity, number>

/** The severity of a stored rank. */
export function severityOfRank(rank: number): Severity {
  return severities[4 - rank] ?? 'Low'
}

/** The minimum scores of Critical, High and Medium; lower scores are Low. */
export const severityFloors = { critical: 92, high: 78, medium: 62 }

/**
 * The severity for a score. That of a record may differ: a person may set it, and once published it stays when the score changes.
 *
 * @param score 0 to 100
 */
export function severityForScore(score: number): Severity {
  if (score >= severityFloors.critical) return 'Critical'
  if (score >= severityFloors.high) return 'High'
  return score >= severityFloors.medium ? 'Medium' : 'Low'
}
