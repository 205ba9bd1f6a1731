import { calendarDay } from './date-time.ts'

const dayMs = 86_400_000

/**
 * How recently a person was active, in calendar days of the viewer's zone.
 *
 * @param lastActive an instant, or `null` when there was no activity
 */
export function activity(lastActive: string | null, now: Date, zone?: string): string {
  if (lastActive === null) return 'Never active'
  const days = (Date.parse(calendarDay(now, zone)) - Date.parse(calendarDay(lastActive, zone))) / dayMs
  if (days <= 0) return 'Active today'
  if (days === 1) return 'Active yesterday'
  if (days <= 30) return `Active ${days} days ago`
  if (days <= 365) return since(Math.floor(days / 30), 'month')
  return since(Math.floor(days / 365), 'year')
}

function since(count: number, unit: string): string {
  return `Active ${count} ${unit}${count === 1 ? '' : 's'} ago`
}
