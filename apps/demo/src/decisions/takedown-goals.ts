import type { Severity } from '@signet/contract/threats/severities'
import type { TakedownStatus } from '@signet/contract/takedowns/takedown-status'
import { hourMs } from '@signet/contract/time'
import { usualTargetHours } from '@signet/contract/takedowns/takedown-policy'
import type { Random } from '../random.ts'

/* The status that each takedown of the demo ends in, and when it was requested. What happens in between is recorded (docs/fakenet.md). */

/** The minimum number of cases in each status, youngest first; the remaining cases are resolved. */
const casesByStatus: readonly { status: TakedownStatus; count: number; ageDays: number }[] = [
  { status: 'awaiting_authorisation', count: 9, ageDays: 0.6 },
  { status: 'authorised', count: 5, ageDays: 0.8 },
  { status: 'submitted', count: 18, ageDays: 2 },
  { status: 'acknowledged', count: 12, ageDays: 3 },
  { status: 'info_requested', count: 4, ageDays: 4 },
  { status: 'escalated', count: 6, ageDays: 6 },
  { status: 'offline_monitoring', count: 9, ageDays: 6 },
  { status: 'reopened', count: 4, ageDays: 16 },
  { status: 'invalid', count: 5, ageDays: 30 },
  { status: 'withdrawn', count: 7, ageDays: 45 },
  { status: 'duplicate', count: 6, ageDays: 50 },
  { status: 'stale', count: 5, ageDays: 70 },
  { status: 'refused', count: 14, ageDays: 80 },
  { status: 'unsuccessful', count: 10, ageDays: 100 },
]

// The days that a case takes to the end of its watch.
const resolvedAgeDays = 14

/**
 * Statuses for cases of the given ages (days, any order): young cases have early statuses, and those left over are resolved, or still
 * watched.
 */
export function statusesFor(random: Random, ages: readonly number[]): TakedownStatus[] {
  const deck = casesByStatus.flatMap(({ status, count, ageDays }) =>
    Array.from({ length: count }, () => ({ status, wanted: ageDays * (0.6 + random.next() * 1.2) })),
  )
  const free = new Set(ages.keys())
  const chosen = ages.map((age): TakedownStatus => (age < resolvedAgeDays ? 'offline_monitoring' : 'resolved'))
  for (const { status, wanted } of deck) {
    let best = -1
    for (const index of free) {
      if (best < 0 || Math.abs((ages[index] ?? 0) - wanted) < Math.abs((ages[best] ?? 0) - wanted)) best = index
    }
    if (best < 0) break
    free.delete(best)
    chosen[best] = status
  }
  return chosen
}

// The age of a case in a status, as a share of its allowed time, youngest to oldest. Few cases are overdue; escalated and reopened ones
// usually are.
const ageShares: Partial<Record<TakedownStatus, readonly [min: number, max: number]>> = {
  awaiting_authorisation: [0.1, 0.6],
  authorised: [0.1, 0.5],
  submitted: [0.1, 0.97],
  acknowledged: [0.25, 1.06],
  info_requested: [0.4, 1.1],
  escalated: [0.7, 1.4],
  reopened: [2, 3.5],
}
// A target is watched for seven days after it went offline.
const watchedAgeHours = [18, 150] as const

/**
 * When a running case was requested: the decision may have taken some time, but no case has been running for weeks.
 *
 * @param place from 0 to 1, always the same for a case
 * @param decidedAt when it would otherwise have been requested; nothing is earlier
 */
export function requestTime(
  status: TakedownStatus,
  { severity, place, decidedAt, today }: { severity: Severity; place: number; decidedAt: Date; today: Date },
): Date {
  const between = ([min, max]: readonly [number, number]) => min + place * (max - min)
  const share = ageShares[status]
  const ageHours =
    share !== undefined
      ? between(share) * usualTargetHours[severity]
      : status === 'offline_monitoring'
        ? between(watchedAgeHours)
        : Infinity
  const instant = Math.max(decidedAt.getTime(), today.getTime() - ageHours * hourMs)
  return new Date(Math.floor(instant / 1000) * 1000)
}
