import { severities, type Severity } from './severities.ts'

/** The minimum score of each severity, of 100. */
export const severityFloors = { Critical: 92, High: 78, Medium: 62, Low: 0 } as const satisfies Record<Severity, number>

/** The severity of a score, 0 to 100. */
export function severityOf(score: number): Severity {
  return severities.find((severity) => score >= severityFloors[severity]) ?? 'Low'
}
