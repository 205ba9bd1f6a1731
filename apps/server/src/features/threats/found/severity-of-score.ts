import { severityRank, type Severity } from '@signet/contract/threats/severities'
import { severityFloors, severityOf } from '@signet/contract/threats/severity-bands'

/** The score of a record without indicators, by the severity that a person or a collector gave it. */
export const scoreOfSeverity: Record<Severity, number> = { ...severityFloors, Low: 50 }

/**
 * The severity rank for a score, 1 (Low) to 4 (Critical).
 *
 * @param score 0 to 100
 */
export const severityOfScore = (score: number): number => severityRank[severityOf(score)]
