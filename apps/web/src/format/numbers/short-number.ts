import { t } from '../words.ts'
import { decimal } from './decimal.ts'

/**
 * A count as badges, tabs and cards show it: exact up to 1000, then K, then M, with one decimal, without `.0`, rounded half up.
 *
 * @example shortNumber(1250) === '1.3K'
 */
export function shortNumber(count: number): string {
  if (count < 0) return `-${shortNumber(-count)}`
  if (count <= 1000) return String(count)
  // Calculated in whole tenths, because 1.45 has no exact binary representation and would be rounded down.
  const tenthsOfThousands = Math.floor((count + 50) / 100)
  if (tenthsOfThousands < 10_000) return t('thousands', { n: decimal(tenthsOfThousands / 10) })
  return t('millions', { n: decimal(Math.floor((count + 50_000) / 100_000) / 10) })
}
