import { isOneOf } from '@signet/contract/narrow'
import { openTakedownStatuses } from '@signet/contract/takedowns/takedown-status'
import type { Takedown } from '@signet/contract/takedowns/takedowns'
import { hourMs } from '@signet/contract/time'
import { duration, shortDuration } from '../../../format/time/duration.ts'
import { t } from '../words.ts'

/** The time that a case has taken so far, or took in total, compared with its target. */
export interface TakedownClock {
  state: 'running' | 'removed' | 'stopped'
  elapsedMs: number
  targetMs: number
  isOverdue: boolean
  /** When the target should be offline, ISO 8601. */
  dueAt: string
}

/** Computes the clock of a case. It stops when the target is offline, or when the case ends otherwise. */
export function clockOf(
  takedown: Pick<Takedown, 'status' | 'steps' | 'clocks' | 'updatedAt'>,
  now: Date,
): TakedownClock {
  const { clocks, status, steps, updatedAt } = takedown
  const removed = steps.find(({ key, state }) => key === 'removed' && state === 'completed')
  const isOpen = isOneOf(openTakedownStatuses, status)
  const state = removed ? 'removed' : isOpen ? 'running' : 'stopped'
  const removedAt = removed?.at ?? clocks.resolvedAt
  const end = state === 'running' ? now : new Date(state === 'removed' ? (removedAt ?? updatedAt) : updatedAt)
  const start = Date.parse(clocks.requestedAt)
  const elapsedMs = Math.max(0, end.getTime() - start)
  const targetMs = clocks.targetHours * hourMs
  return {
    state,
    elapsedMs,
    targetMs,
    isOverdue: state !== 'stopped' && elapsedMs > targetMs,
    dueAt: new Date(start + targetMs).toISOString(),
  }
}

/** The clock as text for a row: `47 h of 72 h`, `25 h overdue`, `Removed in 19 h`. */
export function clockText(clock: TakedownClock): string {
  const { state, elapsedMs, targetMs, isOverdue } = clock
  if (state === 'removed') return t('removedInTime', { time: shortDuration(elapsedMs) })
  if (state === 'stopped') return t('stoppedAfterTime', { time: shortDuration(elapsedMs) })
  return isOverdue ? t('timeOverdue', { time: shortDuration(elapsedMs - targetMs) }) : shareText(clock)
}

/** The time that a case has taken, and its target: `97 h of 72 h`. */
export function shareText({ elapsedMs, targetMs }: TakedownClock): string {
  return t('timeOfTarget', { time: shortDuration(elapsedMs), target: shortDuration(targetMs) })
}

/** For phones: `25 h left`, `6 h overdue`. */
export function timeLeftText(clock: TakedownClock): string {
  if (clock.state !== 'running') return clockText(clock)
  const left = clock.targetMs - clock.elapsedMs
  return left >= 0 ? t('timeLeft', { time: shortDuration(left) }) : clockText(clock)
}

/** The title of the clock on the case page. */
export function clockTitle({ state, isOverdue }: TakedownClock): string {
  if (state === 'stopped') return t('stopped')
  if (state === 'removed') return isOverdue ? t('removedAfterTarget') : t('removedWithinTarget')
  return isOverdue ? t('overdue') : t('withinTarget')
}

/** The elapsed time in full. */
export function elapsedText({ elapsedMs }: TakedownClock): string {
  return duration(elapsedMs)
}
