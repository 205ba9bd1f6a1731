import { severities } from '@signet/contract/severities'
import type { Takedown, TakedownStatus } from '@signet/contract/takedowns'
import type { Option, Point } from '@signet/contract/wire'
import { msg } from '../../words/words.ts'

const hourMs = 3_600_000

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

/** How many of the running cases are past their target. */
export function pastTarget(running: readonly Pick<Takedown, 'clocks' | 'steps'>[], now: Date): number {
  return running.filter(({ clocks, steps }) => {
    const isGone = steps.some(({ key, state }) => key === 'removed' && state === 'completed')
    return !isGone && now.getTime() - Date.parse(clocks.requestedAt) > clocks.targetHours * hourMs
  }).length
}

/** The median time from request to removal, milliseconds; `null` without a removed case. */
export function medianRemovalMs(removed: readonly Pick<Takedown, 'clocks' | 'steps'>[]): number | null {
  const times = removed
    .flatMap(({ clocks, steps }) => {
      const at = steps.find(({ key }) => key === 'removed')?.at ?? clocks.resolvedAt
      return at ? [Date.parse(at) - Date.parse(clocks.requestedAt)] : []
    })
    .toSorted((a, b) => a - b)
  const middle = times.length / 2
  if (times.length === 0) return null
  return times.length % 2 === 1 ? times[Math.floor(middle)]! : (times[middle - 1]! + times[middle]!) / 2
}

/** The steps of the work as the bars show them, and which statuses stand in each. */
const progress: { key: string; label: string; statuses: readonly TakedownStatus[] }[] = [
  { key: 'requested', label: msg('Requested'), statuses: ['draft', 'awaiting_authorisation'] },
  { key: 'evidence', label: msg('Evidence checked'), statuses: ['authorised'] },
  { key: 'sent', label: msg('Notice sent'), statuses: ['submitted', 'reopened'] },
  { key: 'replied', label: msg('Provider replied'), statuses: ['acknowledged', 'info_requested', 'escalated'] },
]

/** Statuses of a case that still works towards a removal. */
export const runningStatuses: readonly TakedownStatus[] = progress.flatMap(({ statuses }) => statuses)

/** How many cases stand in some statuses. */
export function countIn(options: readonly Option[], statuses: readonly TakedownStatus[]): number {
  return options
    .filter(({ value }) => (statuses as readonly string[]).includes(value))
    .reduce((sum, { count }) => sum + (count ?? 0), 0)
}

/** Running cases by the step they stand in. */
export function progressBars(options: readonly Option[]): { key: string; label: string; count: number }[] {
  return progress.map(({ key, label, statuses }) => ({ key, label, count: countIn(options, statuses) }))
}

/** How many cases still work towards a removal. */
export function runningCount(options: readonly Option[]): number {
  return progressBars(options).reduce((sum, { count }) => sum + count, 0)
}

/** The bars of a ranking: the first ones, and the rest as "Other". */
export function ranked(
  slices: readonly { key: string; label: string; count: number }[],
  most: number,
): { key: string; label: string; count: number }[] {
  const sorted = slices.toSorted((a, b) => b.count - a.count)
  if (sorted.length <= most) return sorted
  const rest = sorted.slice(most - 1).reduce((sum, { count }) => sum + count, 0)
  return [...sorted.slice(0, most - 1), { key: 'other', label: msg('Other'), count: rest }]
}
