import { t } from '../words.ts'
import { decimal } from './decimal.ts'
import { exactNumber } from './exact-number.ts'

const leastShown = 0.1

/**
 * A share in percent without decimals, except below 10. A share above 0 that would round to 0 is written as `<0.1%`.
 *
 * @param share 0..1, e.g. 0.034 for `3.4%`
 */
export function percent(share: number): string {
  const hundredths = share * 100
  // Rounded first, so that 9.96 becomes 10 instead of 10.0.
  const tenths = Math.round(hundredths * 10) / 10
  if (tenths === 0 && share > 0) return t('lessThanPercent', { n: decimal(leastShown) })
  return t('percent', { n: Math.abs(tenths) < 10 ? decimal(tenths) : exactNumber(Math.round(hundredths)) })
}

/** Below this number, a percentage says less than the difference: 2 more than 1 is no rise of 200 %. */
const percentMin = 10

/** A difference with its sign, `+14` or `−6`. */
export function difference(now: number, before: number): string {
  const text = exactNumber(Math.abs(now - before))
  return now === before ? text : `${now > before ? '+' : '−'}${text}`
}

/** A change with its sign, `+14%` or `−6%`, of small numbers as `+2`; `null` when there is no value to compare with. */
export function change(now: number, before: number): string | null {
  if (before === 0) return null
  if (before < percentMin) return difference(now, before)
  const text = percent(Math.abs(now - before) / before)
  if (now === before || text.startsWith('<')) return text
  return `${now > before ? '+' : '−'}${text}`
}

/** Of fewer in both periods together, the deviation says little. */
const noticeableMin = 20

/** Whether a change of counts is more than chance: beyond two standard deviations, and of numbers that aren't small. */
export function isNoticeable(now: number, before: number): boolean {
  return now + before >= noticeableMin && Math.abs(now - before) > 2 * Math.sqrt(now + before)
}
