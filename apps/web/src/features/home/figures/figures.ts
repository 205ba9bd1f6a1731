import { severities } from '@signet/contract/threats/severities'
import type { Point } from '@signet/contract/wire'

/** The last `rangeDays` points, and the sum of the preceding range if it is complete. */
export function splitRange(points: readonly Point[], rangeDays: number): { now: Point[]; before: number | null } {
  const now = points.slice(-rangeDays)
  const earlier = points.slice(0, -rangeDays)
  return { now, before: earlier.length >= rangeDays ? sumOf(earlier.slice(-rangeDays)) : null }
}

/** The sum of the threats of several days. */
export function sumOf(points: readonly Point[]): number {
  return points.reduce((sum, { count }) => sum + count, 0)
}

/** Points in the format of a stacked chart, with Critical at the base. */
export function bySeverity(points: readonly Point[]): { at: string; values: number[] }[] {
  return points.map(({ date, by }) => ({ at: date, values: severities.map((name) => by?.[name] ?? 0) }))
}

/** Totals of full weeks up to the last day, each dated by its first day. An incomplete first week is omitted. */
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

/** At most `most` sums of adjacent days, so that a small line stays readable over a year. */
export function thinned(points: readonly Point[], most: number): number[] {
  const width = Math.ceil(points.length / most)
  const sums: number[] = []
  for (let end = points.length; end > 0; end -= width) sums.unshift(sumOf(points.slice(Math.max(0, end - width), end)))
  return sums
}
