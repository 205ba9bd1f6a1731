import { language } from '../../words/words.ts'
import { partsOf } from '../time/date-time.ts'

/**
 * The label below a point of a time axis.
 *
 * @param at a calendar day `2026-11-05`, which has no time zone, or an instant
 * @param rangeDays length of the axis: 1 shows the hour, up to 7 the weekday, longer day/month
 */
export function axisLabel(at: string, rangeDays: number, zone?: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(at)
  const parts = partsOf(isDay ? `${at}T00:00:00Z` : at, isDay ? 'UTC' : zone)
  if (!parts) return ''
  if (rangeDays <= 1) return parts.hour
  if (rangeDays <= 7) return parts.weekday.slice(0, language() === 'de' ? 2 : 3)
  const day = parts.day.padStart(2, '0')
  return language() === 'de' ? `${day}.${parts.monthNumber}.` : `${day}/${parts.monthNumber}`
}
