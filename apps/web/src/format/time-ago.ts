import { dateTime, notKnown } from './date-time.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
/** A server's clock may run a little ahead of the viewer's; what it just wrote is still "1 second ago". */
const clockSkewMs = 5 * second

/** How long ago something was, in whole units: `5 minutes ago`, `Yesterday`, `3 weeks ago`; future times in full. */
export function timeAgo(instant: string | Date, now: Date, zone?: string): string {
  const at = typeof instant === 'string' ? new Date(instant) : instant
  const passed = now.getTime() - at.getTime()
  if (Number.isNaN(passed)) return notKnown
  if (passed < -clockSkewMs) return dateTime(at, zone)
  if (passed < minute) return ago(Math.max(1, Math.floor(passed / second)), 'second')
  if (passed < hour) return ago(Math.floor(passed / minute), 'minute')
  if (passed < day) return ago(Math.floor(passed / hour), 'hour')
  if (passed < 2 * day) return 'Yesterday'
  const days = Math.floor(passed / day)
  if (days < 7) return ago(days, 'day')
  if (days < 30) return ago(Math.floor(days / 7), 'week')
  if (days < 365) return ago(Math.floor(days / 30), 'month')
  return ago(Math.floor(days / 365), 'year')
}

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}

/** The short form of a narrow column: `4 min`, `3 h`, `12 d`. */
export function shortAge(instant: string | Date, now: Date): string {
  const passed = now.getTime() - new Date(instant).getTime()
  if (Number.isNaN(passed)) return notKnown
  if (passed < hour) return `${Math.max(1, Math.floor(passed / minute))} min`
  if (passed < day) return `${Math.floor(passed / hour)} h`
  return `${Math.floor(passed / day)} d`
}
