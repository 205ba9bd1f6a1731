import { exactNumber } from '../../format/numbers/exact-number.ts'
import { t } from './words.ts'

/** The one line that says whether anything needs a decision. */
export function answer(critical: { total: number; isCapped: boolean } | null | undefined): string {
  if (critical === undefined) return '\u00a0'
  if (critical === null) return t('criticalFailed')
  const { total, isCapped } = critical
  if (total === 0) return t('noCriticalThreats')
  if (isCapped) return t('criticalThreatsOrMore', { count: exactNumber(total) })
  return t('criticalThreatsCount', { count: total })
}
