import { lastActive } from '@signet/contract/access/last-active'
import { dayMs } from '@signet/contract/time'
import { t } from '../words.ts'
import { calendarDay } from '../time/date-time.ts'

/**
 * How recently a person was active, in calendar days of the viewer's time zone.
 *
 * @param at the last activity, an instant, or `null` if there was none
 */
export function activity(at: string | null, now: Date, zone?: string): string {
  const days = at === null ? null : (Date.parse(calendarDay(now, zone)) - Date.parse(calendarDay(at, zone))) / dayMs
  const { unit, count } = lastActive(days)
  switch (unit) {
    case 'never':
      return t('neverActive')
    case 'today':
      return t('activeToday')
    case 'yesterday':
      return t('activeYesterday')
    case 'day':
      return t('activeDaysAgoCount', { count })
    case 'month':
      return t('activeMonthsAgoCount', { count })
    case 'year':
      return t('activeYearsAgoCount', { count })
  }
}
