import type { ScheduleRhythm } from '@signet/contract/reports/report-schedules'
import { dayMs, isoDay, monday } from '@signet/contract/time'

/** The first day after `today` on which a schedule creates files: a Monday, or the first of a month. */
export function nextDay(rhythm: ScheduleRhythm, today: Date): string {
  if (rhythm === 'monthly') return isoDay(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1))
  const midnight = new Date(`${isoDay(today)}T00:00:00Z`)
  const ahead = (monday - midnight.getUTCDay() + 7) % 7 || 7
  return isoDay(midnight.getTime() + ahead * dayMs)
}

/** The first and last day covered by files created on a day: the last whole week or month before it. */
export function daysBefore(rhythm: ScheduleRhythm, today: Date): { fromDate: string; toDate: string } {
  if (rhythm === 'monthly') {
    const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()]
    return {
      fromDate: isoDay(Date.UTC(year, month - 1, 1)),
      toDate: isoDay(Date.UTC(year, month, 0)),
    }
  }
  const midnight = new Date(`${isoDay(today)}T00:00:00Z`)
  const sinceMonday = (midnight.getUTCDay() - monday + 7) % 7
  const thisMonday = midnight.getTime() - sinceMonday * dayMs
  return { fromDate: isoDay(thisMonday - 7 * dayMs), toDate: isoDay(thisMonday - dayMs) }
}
