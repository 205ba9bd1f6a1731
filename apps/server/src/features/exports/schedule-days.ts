import type { ScheduleRhythm } from '@signet/contract/reports/report-schedules'
import { dayMs } from '@signet/contract/time'

const monday = 1

const isoDay = (date: Date) => date.toISOString().slice(0, 10)

/** The first day after `today` on which a schedule creates files: a Monday, or the first of a month. */
export function nextDay(rhythm: ScheduleRhythm, today: Date): string {
  if (rhythm === 'monthly') return isoDay(new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1)))
  const midnight = new Date(`${isoDay(today)}T00:00:00Z`)
  const ahead = (monday - midnight.getUTCDay() + 7) % 7 || 7
  return isoDay(new Date(midnight.getTime() + ahead * dayMs))
}

/** The first and last day covered by files created on a day: the last whole week or month before it. */
export function daysBefore(rhythm: ScheduleRhythm, today: Date): { fromDate: string; toDate: string } {
  if (rhythm === 'monthly') {
    const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()]
    return {
      fromDate: isoDay(new Date(Date.UTC(year, month - 1, 1))),
      toDate: isoDay(new Date(Date.UTC(year, month, 0))),
    }
  }
  const midnight = new Date(`${isoDay(today)}T00:00:00Z`)
  const sinceMonday = (midnight.getUTCDay() - monday + 7) % 7
  const thisMonday = midnight.getTime() - sinceMonday * dayMs
  return { fromDate: isoDay(new Date(thisMonday - 7 * dayMs)), toDate: isoDay(new Date(thisMonday - dayMs)) }
}
