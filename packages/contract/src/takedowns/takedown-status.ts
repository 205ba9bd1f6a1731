import { isOneOf, keysIn } from '../narrow.ts'
import type { TakedownParty } from './takedown-clocks.ts'

/** The statuses of a takedown, each with its possible successors; a status without a successor is closed. */
export const takedownFlow = {
  draft: ['awaiting_authorisation', 'authorised', 'withdrawn', 'invalid', 'duplicate'],
  awaiting_authorisation: ['authorised', 'refused', 'withdrawn', 'invalid', 'duplicate'],
  authorised: ['submitted', 'withdrawn', 'stale', 'invalid', 'duplicate'],
  submitted: ['acknowledged', 'info_requested', 'escalated', 'offline_monitoring', 'refused', 'unsuccessful', 'stale'],
  acknowledged: ['info_requested', 'escalated', 'offline_monitoring', 'refused', 'unsuccessful'],
  info_requested: ['submitted', 'acknowledged', 'escalated', 'refused', 'unsuccessful'],
  escalated: ['acknowledged', 'offline_monitoring', 'refused', 'unsuccessful'],
  offline_monitoring: ['resolved', 'reopened'],
  resolved: ['reopened'],
  reopened: ['submitted', 'escalated', 'unsuccessful'],
  refused: [],
  unsuccessful: ['reopened'],
  withdrawn: [],
  stale: ['reopened'],
  invalid: [],
  duplicate: [],
} as const satisfies Record<string, readonly string[]>
/** A status of a takedown: a key of `takedownFlow`. */
export type TakedownStatus = keyof typeof takedownFlow
/** Every status, in the order of `takedownFlow`. */
export const takedownStatuses = keysIn(takedownFlow)

/** Statuses of an open case; a threat has at most one open case. */
export const openTakedownStatuses = [
  'draft',
  'awaiting_authorisation',
  'authorised',
  'submitted',
  'acknowledged',
  'info_requested',
  'escalated',
  'offline_monitoring',
  'reopened',
] as const satisfies readonly TakedownStatus[]

/** Statuses of an open case that the client authorised: notices can be sent, and the target is in the block feeds. */
export const authorisedTakedownStatuses = openTakedownStatuses.filter(
  (status) => status !== 'draft' && status !== 'awaiting_authorisation',
)

/** Open cases whose target is still to be removed, not only watched. */
export const runningTakedownStatuses = openTakedownStatuses.filter((status) => status !== 'offline_monitoring')

/** Statuses of a case whose target is offline, in the order that they are reached. */
export const downTakedownStatuses = ['offline_monitoring', 'resolved'] as const satisfies readonly TakedownStatus[]

/** Statuses of a case that ended although its target is still online. */
export const failedTakedownStatuses = ['refused', 'unsuccessful'] as const satisfies readonly TakedownStatus[]

/** Statuses before a notice is sent: the request can still be withdrawn. */
export const unsentTakedownStatuses = [
  'draft',
  'awaiting_authorisation',
  'authorised',
] as const satisfies readonly TakedownStatus[]

/** Whose action a case in a status waits for; null when it is closed, or its target is offline and only watched. */
export function takedownWaitsFor(status: TakedownStatus): TakedownParty | null {
  if (status === 'awaiting_authorisation') return 'client'
  if (isOneOf(['draft', 'authorised', 'info_requested', 'reopened'] as const, status)) return 'team'
  return isOneOf(['submitted', 'acknowledged', 'escalated'] as const, status) ? 'provider' : null
}

/** English label of each status. */
export const takedownStatusLabels: Record<TakedownStatus, string> = {
  draft: 'Draft',
  awaiting_authorisation: 'Awaiting authorisation',
  authorised: 'Authorised',
  submitted: 'Notice sent',
  acknowledged: 'Acknowledged',
  info_requested: 'Information requested',
  escalated: 'Escalated',
  offline_monitoring: 'Offline, watched',
  resolved: 'Resolved',
  reopened: 'Reopened',
  refused: 'Rejected',
  unsuccessful: 'Unsuccessful',
  withdrawn: 'Withdrawn',
  stale: 'Stale',
  invalid: 'Invalid',
  duplicate: 'Duplicate',
}

/** Statuses that say that the provider replied. */
export const repliedStatuses = [
  'acknowledged',
  'info_requested',
  'refused',
] as const satisfies readonly TakedownStatus[]
