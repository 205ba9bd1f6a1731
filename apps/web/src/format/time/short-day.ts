import { language } from '../../words/words.ts'
import { partsOf } from './date-time.ts'

/** A calendar day `2026-11-18` as `18 Nov 2026`, in German `18.11.2026`. A text that is no day stays as it is. */
export function shortDay(day: string): string {
  const parts = partsOf(`${day}T12:00:00Z`, 'UTC')
  if (!parts) return day
  return language() === 'de'
    ? `${parts.day}.${parts.monthNumber}.${parts.year}`
    : `${parts.day} ${parts.month.slice(0, 3)} ${parts.year}`
}
