import { dayMs } from '@signet/contract/time'
import { calendarDay, dayName } from '../../format/time/date-time.ts'
import { t } from './words.ts'

/** First and last calendar day, both included. A missing end is open. */
export interface DayRange {
  from?: string | undefined
  to?: string | undefined
}

export const rangePresets = [
  { label: () => t('last24Hours'), days: 2 },
  { label: () => t('last7Days'), days: 7 },
  { label: () => t('last30Days'), days: 30 },
  { label: () => t('last90Days'), days: 90 },
  { label: () => t('last365Days'), days: 365 },
] as const

/** The calendar day `back` days before another, e.g. `('2026-11-20', 6)` → `2026-11-14`. */
export function dayBefore(day: string, back: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - back * dayMs).toISOString().slice(0, 10)
}

/** The range of the last `days` calendar days, today included, left open at the end. */
export function lastDays(days: number, now: Date): DayRange {
  return { from: dayBefore(calendarDay(now), days - 1) }
}

/** How many days before today a range begins; null if it has no beginning. */
export function daysSince({ from }: DayRange, now: Date): number | null {
  if (!from) return null
  return Math.round((Date.parse(calendarDay(now)) - Date.parse(from)) / dayMs) + 1
}

/** A range as text: the name of a predefined one, otherwise its dates. */
export function rangeLabel(range: DayRange, now: Date): string {
  const { from, to } = range
  if (!from && !to) return t('anyTime')
  const preset = to ? undefined : rangePresets.find(({ days }) => lastDays(days, now).from === from)
  if (preset) return preset.label()
  if (from && to) return from === to ? dayName(from) : t('fromTo', { from: dayName(from), to: dayName(to) })
  return from ? t('sinceDay', { day: dayName(from) }) : t('untilDay', { day: dayName(to ?? '') })
}
