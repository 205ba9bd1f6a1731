import { exportFormats, type Export, type ExportFormat, type ExportKind } from '@signet/contract/exports'
import type { ReportKind } from '@signet/contract/reports'
import { calendarDay, dateOnly } from '../../format/date-time.ts'
import { t, type Word } from './words.ts'
import { daysOf, type Days } from './report-period.ts'
import { valueName } from '../../words/named/name-of.ts'

export const kindWords: Record<ReportKind, Word> = {
  weekly: 'weeklyReport',
  monthly: 'monthlyReport',
  quarterly: 'quarterlyReport',
  annual: 'annualReport',
  incident: 'incidentReport',
  other: 'report',
}
export const sectionWords: Record<ExportKind, Word> = {
  threats: 'threats',
  touts: 'touts',
  leaks: 'dataLeaks',
  takedowns: 'takedowns',
  activity: 'activity',
}
export const formats: readonly ExportFormat[] = exportFormats.toReversed()

const day = (text: string) => dateOnly(`${text}T12:00:00Z`, 'UTC')

/** Days in words: `1 October 2026 to 31 October 2026`, or the one day. */
export function daysText({ fromDate, toDate }: Days): string {
  return fromDate === toDate ? day(fromDate) : t('daysRange', { from: day(fromDate), to: day(toDate) })
}

/** A period in words; what cannot be read stays as it is written. */
export function periodText(period: string): string {
  const days = daysOf(period)
  return days ? daysText(days) : period
}

/** What an export is called: what it holds, and in which form. */
export const exportName = ({ kind, format }: Pick<Export, 'kind' | 'format'>): string =>
  `${t(sectionWords[kind])}, ${format.toUpperCase()}`

/** A day as given, or that of an instant in a zone, so many milliseconds before it. */
function dayNamed(text: string | undefined, zone: string, beforeMs = 0): string | undefined {
  if (text === undefined || text.length === 10) return text
  return calendarDay(new Date(Date.parse(text) - beforeMs), zone)
}

/**
 * What the filters of an export narrow it to, in words.
 *
 * @param zone of the company, whose days a schedule names by the instants they begin and end
 */
export function filtersText(filters: Readonly<Record<string, string | readonly string[]>>, zone = 'UTC'): string {
  const one = (name: string) => {
    const value = filters[name]
    return value === undefined ? undefined : String(value)
  }
  const [from, to] = [dayNamed(one('fromDate'), zone), dayNamed(one('toDate'), zone, 1)]
  const span =
    from && to
      ? daysText({ fromDate: from, toDate: to })
      : from
        ? t('sinceDate', { date: day(from) })
        : to
          ? t('untilDate', { date: day(to) })
          : t('allTime')
  const rest = ['threatSource', 'source', 'threatSeverity', 'threatType', 'searchQuery'].flatMap((name) => {
    const value = one(name)
    return value ? [value.split(',').map(valueName).join(', ')] : []
  })
  return [span, ...rest].join(' · ')
}
