import { keysIn } from '@signet/contract/narrow'
import { dayMs, isoDay } from '@signet/contract/time'
import { calendarDay } from '../../format/time/date-time.ts'

/** First and last day, both included, as the API expects them. */
export interface Days {
  fromDate: string
  toDate: string
}

const days = (from: Date, until: Date): Days => ({
  fromDate: isoDay(from),
  toDate: isoDay(until.getTime() - dayMs),
})

/** The days of a report's period: a year, or a month, quarter or week of it, a day, or two days joined by a slash. */
export function daysOfPeriod(period: string): Days | null {
  const [from = '', to = from] = period.split('/')
  if (/^\d{4}-\d{2}-\d{2}$/.test(from)) return { fromDate: from, toDate: to }
  const [, year, month, quarter, week] = /^(\d{4})(?:-(?:(\d{2})|Q([1-4])|W(\d{2})))?$/.exec(period) ?? []
  if (!year) return null
  const y = Number(year)
  if (month) return days(new Date(Date.UTC(y, Number(month) - 1, 1)), new Date(Date.UTC(y, Number(month), 1)))
  if (quarter) {
    const first = (Number(quarter) - 1) * 3
    return days(new Date(Date.UTC(y, first, 1)), new Date(Date.UTC(y, first + 3, 1)))
  }
  if (week) {
    // ISO 8601: week 1 is the one that contains 4 January, and weeks begin on Monday.
    const fourth = new Date(Date.UTC(y, 0, 4))
    const monday = fourth.getTime() - ((fourth.getUTCDay() + 6) % 7) * dayMs + (Number(week) - 1) * 7 * dayMs
    return days(new Date(monday), new Date(monday + 7 * dayMs))
  }
  return days(new Date(Date.UTC(y, 0, 1)), new Date(Date.UTC(y + 1, 0, 1)))
}

const recentMax = { annual: 5, quarterly: 8, monthly: 24, weekly: 26 } as const
/** Kinds of reports whose period is one of the calendar. */
export const regularKinds = keysIn(recentMax)
export type RegularKind = (typeof regularKinds)[number]

/** The latest periods of a kind of report, the current one first. */
export function recentPeriods(kind: RegularKind, now: Date): string[] {
  const today = new Date(`${calendarDay(now)}T00:00:00Z`)
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()]
  const backTo = (back: number): string => {
    if (kind === 'annual') return String(year - back)
    const first = new Date(Date.UTC(year, month - back * (kind === 'quarterly' ? 3 : 1), 1))
    const ofYear = String(first.getUTCFullYear())
    if (kind === 'quarterly') return `${ofYear}-Q${Math.floor(first.getUTCMonth() / 3) + 1}`
    if (kind === 'monthly') return isoDay(first).slice(0, 7)
    // ISO 8601: a week belongs to the year of its Thursday.
    const thursday = new Date(today.getTime() + (3 - ((today.getUTCDay() + 6) % 7) - back * 7) * dayMs)
    const week = Math.floor((thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / (7 * dayMs)) + 1
    return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, '0')}`
  }
  return Array.from({ length: recentMax[kind] }, (_, back) => backTo(back))
}

/** The time spans that a new report can cover. */
export const spans = ['week', 'month', 'lastMonth', 'quarter', 'year', 'custom'] as const
export type Span = (typeof spans)[number]

/** The days of a span that ends today; null for a custom span. */
export function daysOfSpan(span: Exclude<Span, 'custom'>, now: Date): Days
export function daysOfSpan(span: Span, now: Date): Days | null
export function daysOfSpan(span: Span, now: Date): Days | null {
  const today = new Date(`${calendarDay(now)}T00:00:00Z`)
  const tomorrow = new Date(today.getTime() + dayMs)
  const back = (count: number) => days(new Date(tomorrow.getTime() - count * dayMs), tomorrow)
  if (span === 'week') return back(7)
  if (span === 'month') return back(30)
  if (span === 'quarter') return back(90)
  if (span === 'year') return back(365)
  if (span === 'custom') return null
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()]
  return days(new Date(Date.UTC(year, month - 1, 1)), new Date(Date.UTC(year, month, 1)))
}
