import { isOneOf } from '@signet/contract/narrow'
import {
  takedownMoments,
  takedownSpans,
  type TakedownMoment,
  type TakedownParty,
  type TakedownSpan,
  type TakedownTiming,
} from '@signet/contract/takedowns/takedown-clocks'
import type { AssetState } from '@signet/contract/takedowns/asset-checks'
import {
  downTakedownStatuses,
  openTakedownStatuses,
  repliedStatuses,
  takedownWaitsFor,
  type TakedownStatus,
} from '@signet/contract/takedowns/takedown-status'

/** What the clocks of a takedown are computed from. Instants are ISO 8601 in UTC. */
export interface CaseRecord {
  /** When the threat was first seen, when its review was completed, and when the client first opened it. */
  detected: string
  reviewed: string | null
  seenByClient: string | null
  requested: string
  /** Oldest first: each lasts until the next one begins. */
  statuses: readonly { value: TakedownStatus; at: string }[]
  states: readonly { value: AssetState; at: string }[]
  /** When an escalation was due without a contact above; null if it still is. */
  unescalated: readonly { from: string; until: string | null }[]
  /** When notices were sent and when channels answered, in any order. */
  noticesSent: readonly string[]
  answers: readonly string[]
  /** When each block list had the target for the first time. */
  blocked: readonly string[]
}

type Period<T> = { value: T; from: number; until: number }

/**
 * The clocks of a takedown at an instant.
 *
 * @param now in ms
 */
export function takedownTiming(record: CaseRecord, now: number): TakedownTiming {
  const instants = instantsOf(record)
  const moments = takedownMoments.flatMap((key) => {
    const sorted = instants[key].toSorted()
    const [first, last] = [sorted[0], sorted.at(-1)]
    return first === undefined || last === undefined ? [] : [{ key, first, last, count: sorted.length }]
  })
  const ms = spansOf(record, moments, now)
  return {
    moments,
    spans: takedownSpans.flatMap((key) => {
      const span = ms[key]
      return span ? [{ key, ...span }] : []
    }),
    waitingMs: waitingOf(record, now),
  }
}

function instantsOf(record: CaseRecord): Record<TakedownMoment, readonly string[]> {
  const { statuses, states } = record
  const when = (...values: TakedownStatus[]) =>
    statuses.filter(({ value }) => values.includes(value)).map(({ at }) => at)
  const sent = record.noticesSent.length > 0 ? record.noticesSent : when('submitted')
  const offline = states.filter(({ value }) => value === 'offline').map(({ at }) => at)
  const answered = record.answers.length > 0 ? record.answers : when(...repliedStatuses)
  return {
    detected: [record.detected],
    reviewed: record.reviewed === null ? [] : [record.reviewed],
    seenByClient: record.seenByClient === null ? [] : [record.seenByClient],
    requested: [record.requested],
    authorised: when('authorised'),
    noticeSent: sent,
    answered,
    escalated: when('escalated'),
    blocked: record.blocked,
    // A target that no check can see, e.g. an account, is offline once the case says so.
    offline: offline.length > 0 ? offline : when('offline_monitoring'),
    backOnline: states.filter((_, index) => states[index - 1]?.value === 'offline').map(({ at }) => at),
    reopened: when('reopened'),
    resolved: when('resolved'),
    ended: statuses.filter(({ value }) => isOver(value) && value !== 'resolved').map(({ at }) => at),
  }
}

const isOver = (status: TakedownStatus) => !isOneOf(openTakedownStatuses, status)

interface Span {
  ms: number
  isRunning: boolean
}

function spansOf(
  record: CaseRecord,
  moments: TakedownTiming['moments'],
  now: number,
): Record<TakedownSpan, Span | undefined> {
  const at = (key: TakedownMoment, which: 'first' | 'last' = 'first') => {
    const moment = moments.find((one) => one.key === key)
    return moment ? Date.parse(moment[which]) : null
  }
  const current = record.statuses.at(-1)
  const endedAt = current && isOver(current.value) ? Date.parse(current.at) : null
  /** Runs until the second instant, otherwise until now; a case that ended before it has no such span. */
  const between = (from: number | null, to: number | null): Span | undefined => {
    if (from === null || (to === null && endedAt !== null)) return undefined
    return { ms: Math.max(0, (to ?? now) - from), isRunning: to === null }
  }
  const authorised = at('authorised')
  const states = periodsOf(record.states, now)
  const isWatched = current !== undefined && isOneOf(downTakedownStatuses, current.value)
  const wasSeenOffline = states.some(({ value }) => value === 'offline')
  const isOffline = wasSeenOffline ? states.at(-1)?.value === 'offline' : isWatched
  return {
    review: between(at('detected'), at('reviewed')),
    authorisation: between(at('requested'), authorised),
    notice: between(authorised, at('noticeSent')),
    answer: between(at('noticeSent'), at('answered')),
    firstOutage: between(authorised, at('offline')),
    finalOutage: between(authorised, isOffline ? at('offline', 'last') : null),
    uptime:
      authorised === null ? undefined : uptimeOf(states, authorised, isOffline && wasSeenOffline ? null : endedAt),
  }
}

const isUp = (value: AssetState) => value !== 'offline' && value !== 'unknown'

function uptimeOf(states: readonly Period<AssetState>[], from: number, endedAt: number | null): Span {
  const ms = states
    .filter(({ value }) => isUp(value))
    .map((one) => Math.max(0, Math.min(one.until, endedAt ?? Infinity) - Math.max(one.from, from)))
    .reduce((sum, one) => sum + one, 0)
  const last = states.at(-1)
  return { ms, isRunning: endedAt === null && last !== undefined && isUp(last.value) }
}

function waitingOf({ statuses, unescalated }: CaseRecord, now: number): Record<TakedownParty, number> {
  const waiting = { client: 0, team: 0, provider: 0 }
  for (const { value, from, until } of periodsOf(statuses, now)) {
    const party = takedownWaitsFor(value)
    if (!party) continue
    waiting[party] += Math.max(0, until - from)
    if (party !== 'provider') continue
    // No provider is left to wait for: our team has to find a contact.
    const teamMs = unescalated
      .map(
        (due) =>
          Math.min(until, due.until === null ? now : Date.parse(due.until)) - Math.max(from, Date.parse(due.from)),
      )
      .reduce((sum, ms) => sum + Math.max(0, ms), 0)
    waiting.provider -= teamMs
    waiting.team += teamMs
  }
  return waiting
}

const periodsOf = <T>(values: readonly { value: T; at: string }[], now: number): Period<T>[] =>
  values.map(({ value, at }, index) => ({
    value,
    from: Date.parse(at),
    until: Date.parse(values[index + 1]?.at ?? new Date(now).toISOString()),
  }))
