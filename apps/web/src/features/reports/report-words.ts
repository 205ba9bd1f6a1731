import { exportFormats, type Export, type ExportFormat, type ExportKind } from '@signet/contract/reports/exports'
import type { ReportKind } from '@signet/contract/reports/reports'
import { calendarDay, dayName } from '../../format/time/date-time.ts'
import { t, type Word } from './words.ts'
import { daysOfPeriod, type Days } from './report-period.ts'
import { valueName } from '../../words/named/name-of.ts'

export const reportKindWords: Record<ReportKind, Word> = {
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

/** Days as text: `1 October 2026 to 31 October 2026`, or the single day. */
export function daysText({ fromDate, toDate }: Days): string {
  return fromDate === toDate ? dayName(fromDate) : t('daysRange', { from: dayName(fromDate), to: dayName(toDate) })
}

/** A period as text; a period that can't be parsed is returned as it is. */
export function periodText(period: string): string {
  const days = daysOfPeriod(period)
  return days ? daysText(days) : period
}

/** The name of an export: its content and its format. */
export const exportName = ({ kind, format }: Pick<Export, 'kind' | 'format'>): string =>
  `${t(sectionWords[kind])}, ${format.toUpperCase()}`

/** A calendar day as it is, or the day in the time zone at `beforeMs` milliseconds before an instant. */
function dayNamed(text: string | undefined, zone: string, beforeMs = 0): string | undefined {
  if (text === undefined || text.length === 10) return text
  return calendarDay(new Date(Date.parse(text) - beforeMs), zone)
}

/**
 * The filters of an export as text.
 *
 * @param zone time zone of the company, because a schedule stores its days as the instants at which they begin and end
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
        ? t('sinceDate', { date: dayName(from) })
        : to
          ? t('untilDate', { date: dayName(to) })
          : t('allTime')
  const rest = ['threatSource', 'source', 'threatSeverity', 'threatType', 'searchQuery'].flatMap((name) => {
    const value = one(name)
    return value ? [value.split(',').map(valueName).join(', ')] : []
  })
  return [span, ...rest].join(' · ')
}
