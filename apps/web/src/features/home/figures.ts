import { severities } from '@signet/contract/severities'
import type { Point } from '@signet/contract/wire'
import { t } from './words.ts'

/** The last `rangeDays` points, and the sum of the range before when it is there in full. */
export function splitRange(points: readonly Point[], rangeDays: number): { now: Point[]; before: number | null } {
  const now = points.slice(-rangeDays)
  const earlier = points.slice(0, -rangeDays)
  return { now, before: earlier.length >= rangeDays ? sumOf(earlier.slice(-rangeDays)) : null }
}

/** All threats of some days. */
export function sumOf(points: readonly Point[]): number {
  return points.reduce((sum, { count }) => sum + count, 0)
}

/** Points as a stack wants them, Critical at the base. */
export function bySeverity(points: readonly Point[]): { at: string; values: number[] }[] {
  return points.map(({ date, by }) => ({ at: date, values: severities.map((name) => by?.[name] ?? 0) }))
}

/** Sums of whole weeks up to the last day, each named by its first day; an incomplete first week is left out. */
export function weekly(points: readonly Point[]): Point[] {
  const weeks: Point[] = []
  for (let end = points.length; end >= 7; end -= 7) {
    const days = points.slice(end - 7, end)
    const by = Object.fromEntries(
      severities.map((name) => [name, days.reduce((sum, day) => sum + (day.by?.[name] ?? 0), 0)]),
    )
    weeks.unshift({ date: days[0]?.date ?? '', count: sumOf(days), by })
  }
  return weeks
}

/** At most `most` sums of neighbouring days, so that a small line stays readable over a year. */
export function thinned(points: readonly Point[], most: number): number[] {
  const width = Math.ceil(points.length / most)
  const sums: number[] = []
  for (let end = points.length; end > 0; end -= width) sums.unshift(sumOf(points.slice(Math.max(0, end - width), end)))
  return sums
}

/** The bars of a ranking: the first ones, and the rest as "Other". */
export function ranked(
  slices: readonly { key: string; label: string; count: number }[],
  most: number,
): { key: string; label: string; count: number }[] {
  const sorted = slices.toSorted((a, b) => b.count - a.count)
  if (sorted.length <= most) return sorted
  const rest = sorted.slice(most - 1).reduce((sum, { count }) => sum + count, 0)
  return [...sorted.slice(0, most - 1), { key: 'other', label: t('other'), count: rest }]
}
