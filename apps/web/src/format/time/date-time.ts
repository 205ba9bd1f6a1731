import { language, locale } from '../../words/words.ts'
import { t } from '../words.ts'
import { own } from './own-zone.ts'

// Reading the zone takes 100 µs and a list does so for each date. A changed zone, e.g. when travelling, takes effect within a minute.
const zoneHoldsMs = 60_000
let zoneRead: { wanted: string | undefined; zone: string; at: number } | null = null

/** The time zone of the user, e.g. `Asia/Kolkata`: the one in their profile, else that of the browser. */
export function viewerZone(): string {
  const now = performance.now()
  if (!zoneRead || zoneRead.wanted !== own.zone || now - zoneRead.at > zoneHoldsMs) {
    zoneRead = { wanted: own.zone, zone: own.zone ?? deviceZone(), at: now }
  }
  return zoneRead.zone
}

/** The time zone of the browser. */
export const deviceZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

interface Parts {
  weekday: string
  day: string
  month: string
  monthNumber: string
  year: string
  time: string
  hour: string
}

// Creating a formatter takes about 50 µs and a list needs hundreds of formatted dates.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(zone: string): Intl.DateTimeFormat {
  const key = `${language()} ${zone}`
  let formatter = formatters.get(key)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(locale(), {
      timeZone: zone,
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      hourCycle: language() === 'en' ? 'h12' : 'h23',
    })
    formatters.set(key, formatter)
  }
  return formatter
}

const monthLists = new Map<string, string[]>()

/** The names of the months in the current language. */
function months(): string[] {
  const known = monthLists.get(language())
  if (known) return known
  // Taken from a full date, because some languages inflect the month in a date.
  const names = new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'long', timeZone: 'UTC' })
  const nameOf = (_: unknown, month: number) =>
    names.formatToParts(Date.UTC(2026, month, 15)).find(({ type }) => type === 'month')?.value ?? ''
  const list = Array.from({ length: 12 }, nameOf)
  monthLists.set(language(), list)
  return list
}

// A rerendered row needs the same instants again, twice each, because its tooltip also shows UTC.
const mostKnown = 2000
const knownParts = new Map<string, Parts>()

/** The parts of an instant in a time zone; `null` when the text isn't an instant. */
export function partsOf(instant: string | Date, zone: string = viewerZone()): Parts | null {
  const time = (typeof instant === 'string' ? new Date(instant) : instant).getTime()
  if (Number.isNaN(time)) return null
  const key = `${time} ${language()} ${zone}`
  const known = knownParts.get(key)
  if (known) return known
  if (knownParts.size >= mostKnown) knownParts.clear()
  const parts = readParts(time, zone)
  knownParts.set(key, parts)
  return parts
}

function readParts(time: number, zone: string): Parts {
  const found: Record<string, string> = {}
  for (const { type, value } of formatterOf(zone).formatToParts(time)) found[type] = value
  const { weekday = '', day = '', month = '', year = '', hour = '', minute = '', dayPeriod = '' } = found
  return {
    weekday,
    day,
    month,
    monthNumber: String(months().indexOf(month) + 1).padStart(2, '0'),
    year,
    time: dayPeriod ? `${hour}:${minute} ${dayPeriod}` : `${hour.padStart(2, '0')}:${minute}`,
    hour: dayPeriod ? `${hour} ${dayPeriod}` : t('fullHour', { hour }),
  }
}

/** The text for a missing value. */
export const notKnown = (): string => t('unknown')

/** `18 November 2026`, in German `18. November 2026`. */
const dayOf = ({ day, month, year }: Parts): string =>
  language() === 'de' ? `${day}. ${month} ${year}` : `${day} ${month} ${year}`

/** `18 November 2026, 9:12 AM` in the viewer's zone; in German `18. November 2026, 09:12`. */
export function dateTime(instant: string | Date, zone?: string): string {
  const parts = partsOf(instant, zone)
  return parts ? `${dayOf(parts)}, ${parts.time}` : notKnown()
}

/** `18 November 2026`: the heading of a day in a timeline. */
export function dateOnly(instant: string | Date, zone?: string): string {
  const parts = partsOf(instant, zone)
  return parts ? dayOf(parts) : notKnown()
}

/** A calendar day `2026-11-18` as `18 November 2026`. */
export const dayName = (day: string): string => dateOnly(`${day}T12:00:00Z`, 'UTC')

/** `Friday, 20 November 2026`. */
export function weekdayDate(instant: string | Date, zone?: string): string {
  const parts = partsOf(instant, zone)
  return parts ? `${parts.weekday}, ${dayOf(parts)}` : notKnown()
}

/** `9:12 AM`. */
export function timeOfDay(instant: string | Date, zone?: string): string {
  return partsOf(instant, zone)?.time ?? notKnown()
}

/** The calendar day of an instant in a zone, `2026-11-18`. */
export function calendarDay(instant: string | Date, zone?: string): string {
  const parts = partsOf(instant, zone)
  return parts ? `${parts.year}-${parts.monthNumber}-${parts.day.padStart(2, '0')}` : ''
}

/** The form for tooltips: the viewer's time with its zone, and the same instant in UTC. */
export function dateTimeWithZone(instant: string | Date, zone: string = viewerZone()): string {
  const here = dateTime(instant, zone)
  if (here === notKnown()) return here
  if (zone === 'UTC') return `${here} UTC`
  return `${here} (${zone.replaceAll('_', ' ')}), ${dateTime(instant, 'UTC')} UTC`
}
