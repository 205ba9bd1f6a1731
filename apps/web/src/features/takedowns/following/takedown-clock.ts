import { isOneOf } from '@signet/contract/narrow'
import { openTakedownStatuses } from '@signet/contract/takedowns/takedown-status'
import type { Takedown } from '@signet/contract/takedowns/takedowns'
import { hourMs } from '@signet/contract/time'
import { duration } from '../../../format/time/duration.ts'
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
