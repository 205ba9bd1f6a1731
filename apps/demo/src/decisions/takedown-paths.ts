import { severityRank, type Severity } from '@signet/contract/threats/severities'
import { isOneOf } from '@signet/contract/narrow'
import { uncountedStatuses } from '@signet/contract/takedowns/takedown-statistics'
import { downTakedownStatuses, type assetStates, type TakedownStatus } from '@signet/contract/takedowns/takedowns'
import { isNamedByHost, type AnySource } from '@signet/contract/threats/sources'
import { hourMs } from '@signet/contract/time'
import { targetHours } from '@signet/server'
import type { Random } from '../random.ts'

/* The paths of a takedown to each status, the duration of each step, and the remarks on it. */

const begun = ['draft', 'authorised'] as const
const sent = [...begun, 'submitted'] as const
const requested = ['draft', 'awaiting_authorisation'] as const
const gone = [...sent, 'acknowledged', 'offline_monitoring'] as const

/** Every step follows the previous one in `takedownFlow`, except that a client's own request begins as authorised. */
const paths: Record<TakedownStatus, readonly (readonly TakedownStatus[])[]> = {
  draft: [['draft']],
  awaiting_authorisation: [requested],
  authorised: [begun, [...requested, 'authorised']],
  submitted: [sent, sent, [...requested, 'authorised', 'submitted']],
  acknowledged: [
    [...sent, 'acknowledged'],
    [...requested, 'authorised', 'submitted', 'acknowledged'],
  ],
  info_requested: [
    [...sent, 'info_requested'],
    [...sent, 'acknowledged', 'info_requested'],
  ],
  escalated: [
    [...sent, 'escalated'],
    [...sent, 'acknowledged', 'escalated'],
  ],
  offline_monitoring: [gone, [...sent, 'offline_monitoring'], [...sent, 'escalated', 'offline_monitoring']],
  resolved: [
    [...gone, 'resolved'],
    [...gone, 'resolved'],
    [...sent, 'offline_monitoring', 'resolved'],
    [...sent, 'escalated', 'offline_monitoring', 'resolved'],
    [...requested, 'authorised', 'submitted', 'acknowledged', 'offline_monitoring', 'resolved'],
    [...sent, 'info_requested', 'acknowledged', 'offline_monitoring', 'resolved'],
  ],
  reopened: [
    [...gone, 'resolved', 'reopened'],
    [...gone, 'reopened'],
    [...sent, 'escalated', 'unsuccessful', 'reopened'],
  ],
  refused: [
    [...sent, 'refused'],
    [...sent, 'acknowledged', 'refused'],
    [...requested, 'refused'],
  ],
  unsuccessful: [
    [...sent, 'escalated', 'unsuccessful'],
    [...sent, 'unsuccessful'],
  ],
  withdrawn: [
    [...begun, 'withdrawn'],
    [...requested, 'withdrawn'],
  ],
  stale: [
    [...begun, 'stale'],
    [...sent, 'stale'],
  ],
  invalid: [
    [...begun, 'invalid'],
    [...requested, 'invalid'],
  ],
  duplicate: [
    [...begun, 'duplicate'],
    [...requested, 'duplicate'],
  ],
}

export function takedownPath(random: Random, status: TakedownStatus): readonly TakedownStatus[] {
  return random.pick(paths[status])
}

// Hours until a case reaches the status, counted from the previous status.
const hoursUntil: Record<TakedownStatus, readonly [min: number, max: number]> = {
  draft: [0, 0],
  awaiting_authorisation: [0, 0],
  authorised: [0.6, 16],
  submitted: [0.3, 3],
  acknowledged: [1, 14],
  info_requested: [3, 20],
  escalated: [20, 40],
  offline_monitoring: [3, 26],
  // The seven days for which a target is watched, and the hour until the next check.
  resolved: [168, 169],
  reopened: [20, 190],
  refused: [8, 60],
  unsuccessful: [90, 220],
  withdrawn: [0.5, 12],
  stale: [30, 90],
  invalid: [1, 9],
  duplicate: [0.5, 7],
}
// A client's own request is also its authorisation: both have the same instant.
const ownRequestHours = 0

/**
 * When each step of a path was reached.
 *
 * @param requestedAt the first step
 * @param until nothing is later; if necessary, the steps are moved closer together
 */
export function reachedTimes(
  random: Random,
  path: readonly TakedownStatus[],
  requestedAt: Date,
  until: Date,
): { status: TakedownStatus; at: Date }[] {
  const room = Math.max(0, until.getTime() - requestedAt.getTime())
  let elapsed = 0
  const offsets = path.map((status, index) => {
    const [min, max] = hoursUntil[status]
    const isOwnRequest = status === 'authorised' && path[index - 1] === 'draft'
    elapsed += (isOwnRequest ? ownRequestHours : min + random.next() * (max - min)) * hourMs
    return elapsed
  })
  const scale = elapsed > room * 0.92 ? (room * 0.92) / Math.max(1, elapsed) : 1
  return path.map((status, index) => ({
    status,
    at: new Date(Math.floor((requestedAt.getTime() + (offsets[index] ?? 0) * scale) / 1000) * 1000),
  }))
}

/** The minimum number of cases in each status, youngest first; the remaining cases are resolved. */
export const casesByStatus: readonly { status: TakedownStatus; count: number; ageDays: number }[] = [
  { status: 'draft', count: 3, ageDays: 0.4 },
  { status: 'awaiting_authorisation', count: 6, ageDays: 0.6 },
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

// The age of a case in a status, as a share of its allowed time, youngest to oldest. Few cases are late; escalated and reopened ones
// usually are.
const ageShares: Partial<Record<TakedownStatus, readonly [min: number, max: number]>> = {
  draft: [0.05, 0.4],
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
      ? between(share) * (targetHours[severityRank[severity]] ?? 0)
      : status === 'offline_monitoring'
        ? between(watchedAgeHours)
        : Infinity
  const instant = Math.max(decidedAt.getTime(), today.getTime() - ageHours * hourMs)
  return new Date(Math.floor(instant / 1000) * 1000)
}

/** The state of the target while its case has a status. */
export function assetStateIn(random: Random, status: TakedownStatus): (typeof assetStates)[number] {
  if (isOneOf(downTakedownStatuses, status)) return random.weighted({ offline: 9, parked: 1 })
  if (status === 'stale') return random.weighted({ offline: 3, parked: 1 })
  if (status === 'draft' || isOneOf(uncountedStatuses, status)) return random.weighted({ active: 2, unknown: 2 })
  return random.weighted({ active: 14, cloaked: 2, redirecting: 2, parked: 1, unknown: 1 })
}

/** The remark on the timeline when a case reaches a status. */
export function moveRemark(
  random: Random,
  status: TakedownStatus,
  threat: { source: AnySource; hoster: string; registrar: string },
): string | undefined {
  const provider = isNamedByHost(threat.source) ? threat.hoster : 'The platform'
  const remarks: Record<TakedownStatus, readonly string[]> = {
    draft: [],
    awaiting_authorisation: ['Waiting for the client’s authorisation'],
    authorised: [],
    submitted: isNamedByHost(threat.source)
      ? [
          `Checked: live, brand confirmed, not an official asset. Notice sent to ${threat.hoster} (abuse desk) and ${threat.registrar}`,
          `Checked: capture matches the live page. Notice with capture sent to ${threat.hoster}`,
        ]
      : [
          'Checked: live, brand confirmed, not an official asset. Reported as impersonation, with the trade mark number',
          'Checked: capture matches the live page. Reported with capture through the platform’s form',
        ],
    acknowledged: [`${provider}: “We have received your report and are investigating.”`, `${provider} opened a ticket`],
    info_requested: [`${provider} requests proof of the trade mark`, `${provider} requests a current capture`],
    escalated: ['No reply within 48 hours, escalated', `No action by ${provider}, escalated to the registry`],
    offline_monitoring: ['Offline from 3 of 3 regions', 'Replaced by a block page', 'Account suspended'],
    resolved: ['Still offline, case closed', 'Watched for three days, still offline'],
    reopened: ['Back online at the same address', 'Reachable again since this morning'],
    refused: [`${provider}: “This does not violate our terms.”`, 'Rejected: the name alone is not enough'],
    unsuccessful: ['All channels contacted, no action taken', 'No reply from the hosting provider'],
    withdrawn: ['It belongs to a partner campaign'],
    stale: ['Offline before we acted'],
    invalid: ['Run by an agency of the client'],
    duplicate: ['Same page as an earlier case'],
  }
  const list = remarks[status]
  return list.length > 0 ? random.pick(list) : undefined
}
