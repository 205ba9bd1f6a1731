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
