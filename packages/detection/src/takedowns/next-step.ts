import {
  criticalTimerDivisor,
  timersOf,
  type ChannelTimers,
  type TakedownPolicy,
} from '@signet/contract/takedowns/takedown-policy'
import {
  heldAttemptStatuses,
  type Attempt,
  type AttemptChannel,
  type AttemptStatus,
} from '@signet/contract/takedowns/attempts'
import { takedownWaitsFor, type TakedownStatus } from '@signet/contract/takedowns/takedown-status'
import type { NextStep } from '@signet/contract/takedowns/takedowns'
import { hourMs } from '@signet/contract/time'

/** A notice of a case. Instants are ISO 8601 in UTC. */
export interface FollowedNotice extends Pick<
  Attempt,
  'id' | 'way' | 'recipient' | 'purpose' | 'status' | 'at' | 'updatedAt'
> {
  channel: AttemptChannel
  sentAt: string | null
  answeredAt: string | null
  /** Whether the next contact above its recipient was notified, or there was none. */
  isEscalated: boolean
}

/** What the next step of a case is computed from. */
export interface FollowedCase {
  /** Oldest first: each lasts until the next one begins. Instants are ISO 8601 in UTC. */
  statuses: readonly { value: TakedownStatus; at: string }[]
  /** In any order. */
  notices: readonly FollowedNotice[]
  isCritical: boolean
  /** Whether the last checks found the target online, whatever a provider says. */
  isReachable: boolean
}

/**
 * What follows if no provider acts: a reminder to one that was notified by email, or a notice to the next contact above it. Only the time
 * counts in which the case waits for a provider, not for the client or the team.
 *
 * @returns null while the case waits for somebody else, or for a person to send what was written; otherwise the step that is due first,
 *   which may be in the past
 */
export function nextStepOf(followed: FollowedCase, policy: Pick<TakedownPolicy, 'timers'>): NextStep | null {
  const { statuses, notices, isCritical, isReachable } = followed
  const current = statuses.at(-1)
  if (!current || takedownWaitsFor(current.value) !== 'provider') return null
  const since = statuses.findLast(({ value }) => value === 'reopened')?.at ?? ''
  const round = notices.filter(({ at, sentAt }) => (sentAt ?? at) >= since)
  if (round.some(isWaiting)) return null
  const recipients = new Set(round.map(({ recipient }) => recipient.toLowerCase()))
  const timersFor = (channel: AttemptChannel) => shortened(timersOf(policy, channel), isCritical)
  const steps = [...recipients].flatMap((recipient) => {
    const own = round.filter((one) => one.recipient.toLowerCase() === recipient)
    return stepOf(own, { statuses, isReachable, timersFor })
  })
  return steps.toSorted((a, b) => a.dueAt.localeCompare(b.dueAt) || a.attemptId.localeCompare(b.attemptId))[0] ?? null
}

const waiting: ReadonlySet<AttemptStatus> = new Set([...heldAttemptStatuses, 'queued', 'unknown'])
/** Written by the product, and neither sent nor given up. */
const isWaiting = ({ purpose, status }: FollowedNotice) => purpose !== 'request' && waiting.has(status)

const shortened = ({ remindHours, escalateHours }: ChannelTimers, isCritical: boolean) => {
  const divisor = isCritical ? criticalTimerDivisor : 1
  return { remindMs: (remindHours * hourMs) / divisor, escalateMs: (escalateHours * hourMs) / divisor }
}

/** The step that follows the notices to one recipient. */
function stepOf(
  own: readonly FollowedNotice[],
  {
    statuses,
    isReachable,
    timersFor,
  }: Pick<FollowedCase, 'statuses' | 'isReachable'> & {
    timersFor: (channel: AttemptChannel) => ReturnType<typeof shortened>
  },
): NextStep[] {
  const sent = own
    .flatMap((one) => (one.sentAt === null ? [] : [{ ...one, sentAt: one.sentAt }]))
    .toSorted((a, b) => a.sentAt.localeCompare(b.sentAt))
  const first = sent.findLast(({ purpose }) => purpose !== 'reminder')
  if (!first) return []
  const later = own.filter(({ at, sentAt }) => (sentAt ?? at) >= first.sentAt)
  if (later.some(({ isEscalated }) => isEscalated)) return []
  // Nobody is reminded of what may be gone. What is still there was not removed, whatever its provider says.
  if (!isReachable && later.some(({ status }) => status === 'actioned')) return []
  const about = { attemptId: first.id, recipient: first.recipient }
  const failed = later.find(
    ({ sentAt, status }) => sentAt !== null && ['refused', 'bounced', 'expired'].includes(status),
  )
  if (failed) return [{ ...about, kind: 'escalation', dueAt: failed.answeredAt ?? failed.updatedAt }]
  const { remindMs, escalateMs } = timersFor(first.channel)
  const escalateAt = instantAfter(statuses, first.sentAt, escalateMs)
  // A reminder that a person decided not to send counts from then on as well.
  const touched =
    later
      .map((one) => one.answeredAt ?? one.sentAt ?? one.updatedAt)
      .toSorted()
      .at(-1) ?? first.sentAt
  const remindAt = instantAfter(statuses, touched, remindMs)
  return first.way === 'email' && remindAt < escalateAt
    ? [{ ...about, kind: 'reminder', dueAt: remindAt }]
    : [{ ...about, kind: 'escalation', dueAt: escalateAt }]
}

/** When a case whose current status waits for a provider has waited for providers for a time since an instant. */
function instantAfter(statuses: FollowedCase['statuses'], since: string, ms: number): string {
  let leftMs = ms
  for (const [index, { value, at }] of statuses.entries()) {
    if (takedownWaitsFor(value) !== 'provider') continue
    const from = Math.max(Date.parse(at), Date.parse(since))
    const until = Date.parse(statuses[index + 1]?.at ?? '9999-01-01T00:00:00Z')
    if (until <= from) continue
    if (leftMs <= until - from) return new Date(from + leftMs).toISOString()
    leftMs -= until - from
  }
  return since
}
