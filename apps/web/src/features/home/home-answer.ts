import { exactNumber } from '../../format/numbers/exact-number.ts'
import { t } from './words.ts'

interface Count {
  total: number
  isCapped: boolean
}

/**
 * The one line that says whether anything needs a decision.
 *
 * @param touts null if they aren't named, because they aren't the company's main concern or couldn't be counted
 */
export function answer(critical: Count | null | undefined, touts: Count | null | undefined = null): string {
  if (critical === undefined || touts === undefined) return '\u00a0'
  if (critical === null) return t('criticalFailed')
  const { total, isCapped } = critical
  if (touts && touts.total > 0 && !isCapped)
    return total === 0
      ? t('criticalToutsCount', { count: touts.total })
      : t('criticalAnd', { touts: touts.total, threats: total })
  if (total === 0) return t('noCriticalThreats')
  if (isCapped) return t('criticalThreatsOrMore', { count: exactNumber(total) })
  return t('criticalThreatsCount', { count: total })
}
