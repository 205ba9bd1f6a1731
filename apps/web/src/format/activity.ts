import { lastActiveLabel } from '@signet/contract/last-active'
import { calendarDay } from './date-time.ts'

const dayMs = 86_400_000

/**
 * How recently a person was active, in calendar days of the viewer's zone.
 *
 * @param lastActive an instant, or `null` when there was no activity
 */
export function activity(lastActive: string | null, now: Date, zone?: string): string {
  if (lastActive === null) return lastActiveLabel(null)
  return lastActiveLabel((Date.parse(calendarDay(now, zone)) - Date.parse(calendarDay(lastActive, zone))) / dayMs)
}
