import { dayMs, isoDay } from '@signet/contract/time'
import type { Figures } from '../exported-lists/exporter.ts'
import { number } from '../exported-lists/charts.queries.ts'

type Filters = Record<string, string | string[]>

/** The as many days before those of a filter; null unless it has a first and a last day. */
export function daysBefore({ fromDate, toDate }: Filters) {
  if (typeof fromDate !== 'string' || typeof toDate !== 'string') return null
  // A filter with instants instead of days was copied from a list, not chosen as a period.
  if (fromDate.length !== 10 || toDate.length !== 10) return null
  const first = Date.parse(fromDate)
  const days = Math.round((Date.parse(toDate) - first) / dayMs) + 1
  return { days, range: { fromDate: isoDay(first - days * dayMs), toDate: isoDay(first - dayMs) } }
}

interface Totals {
  total: number
  /** Of the days before; null if the report has no period. */
  before: { days: number; total: number } | null
}

/** The sentences of the first page. The first one compares the period with the one before. */
export function pointsOf({ counted, points }: Figures, { total, before }: Totals): string[] {
  const change = before && changeText(total, before)
  if (total === 0)
    return [
      'Nothing matches this report, so it has no charts and no table.',
      ...(change ? [`${counted}: 0, ${change}.`] : []),
    ]
  return change ? [`${counted}: ${number.format(total)}, ${change}.`, ...points] : points
}

function changeText(total: number, { days, total: was }: { days: number; total: number }): string {
  const than = days === 1 ? 'the day before' : `the ${number.format(days)} days before`
  if (total === was) return `as many as in ${than}`
  return `${number.format(Math.abs(total - was))} ${total > was ? 'more' : 'fewer'} than in ${than} (${number.format(was)})`
}
