import { lastActive } from '@signet/contract/last-active'
import { dayMs } from '@signet/contract/time'
import { plural, t } from '../words/words.ts'
import { calendarDay } from './date-time.ts'

/**
 * How recently a person was active, in calendar days of the viewer's zone.
 *
 * @param at the last activity, an instant, or `null` when there was none
 */
export function activity(at: string | null, now: Date, zone?: string): string {
  const days = at === null ? null : (Date.parse(calendarDay(now, zone)) - Date.parse(calendarDay(at, zone))) / dayMs
  const { unit, count } = lastActive(days)
  switch (unit) {
    case 'never':
      return t('Never active')
    case 'today':
      return t('Active today')
    case 'yesterday':
      return t('Active yesterday')
    case 'day':
      return plural(count, 'Active {n} day ago', 'Active {n} days ago')
    case 'month':
      return plural(count, 'Active {n} month ago', 'Active {n} months ago')
    case 'year':
      return plural(count, 'Active {n} year ago', 'Active {n} years ago')
  }
}
