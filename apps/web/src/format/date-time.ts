/** The zone the browser runs in, e.g. `Asia/Kolkata`. */
export function viewerZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

interface Parts {
  weekday: string
  day: string
  month: string
  monthNumber: string
  year: string
  time: string
  hour: string
}

// Building a formatter costs about 50 µs and a list asks for hundreds.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
    })
    formatters.set(zone, formatter)
  }
  return formatter
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** The pieces of an instant in a zone; `null` when the text is no instant. */
export function partsOf(instant: string | Date, zone: string = viewerZone()): Parts | null {
  const date = typeof instant === 'string' ? new Date(instant) : instant
  if (Number.isNaN(date.getTime())) return null
  const found: Record<string, string> = {}
  for (const { type, value } of formatterOf(zone).formatToParts(date)) found[type] = value
  const { weekday = '', day = '', month = '', year = '', hour = '', minute = '', dayPeriod = '' } = found
  return {
    weekday,
    day,
    month,
    monthNumber: String(months.indexOf(month) + 1).padStart(2, '0'),
    year,
    time: `${hour}:${minute} ${dayPeriod}`,
    hour: `${hour} ${dayPeriod}`,
  }
}

/** What stands where a value is missing. */
export const notKnown = 'Not known'

/** `18 November 2026, 9:12 AM` in the viewer's zone. */
export function dateTime(instant: string | Date, zone?: string): string {
  const parts = partsOf(instant, zone)
  return parts ? `${parts.day} ${parts.month} ${parts.year}, ${parts.time}` : notKnown
}

/** `18 November 2026`: the heading of a day in a timeline. */
export function dateOnly(instant: string | Date, zone?: string): string {
  const parts = partsOf(instant, zone)
  return parts ? `${parts.day} ${parts.month} ${parts.year}` : notKnown
}

/** `Friday, 20 November 2026`. */
export function weekdayDate(instant: string | Date, zone?: string): string {
  const parts = partsOf(instant, zone)
  return parts ? `${parts.weekday}, ${parts.day} ${parts.month} ${parts.year}` : notKnown
}

/** `9:12 AM`. */
export function timeOfDay(instant: string | Date, zone?: string): string {
  return partsOf(instant, zone)?.time ?? notKnown
}

/** The calendar day of an instant in a zone, `2026-11-18`. */
export function calendarDay(instant: string | Date, zone?: string): string {
  const parts = partsOf(instant, zone)
  return parts ? `${parts.year}-${parts.monthNumber}-${parts.day.padStart(2, '0')}` : ''
}

/** The tooltip form: the viewer's time with its zone, and the same instant in UTC. */
export function dateTimeWithZone(instant: string | Date, zone: string = viewerZone()): string {
  const here = dateTime(instant, zone)
  if (here === notKnown) return here
  if (zone === 'UTC') return `${here} UTC`
  return `${here} (${zone.replaceAll('_', ' ')}), ${dateTime(instant, 'UTC')} UTC`
}
