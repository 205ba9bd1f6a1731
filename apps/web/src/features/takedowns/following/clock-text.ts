import { lateness, shortDuration } from '../../../format/time/duration.ts'
import { t } from '../words.ts'
import type { TakedownClock } from './takedown-clock.ts'

/** The clock as text for a row: `25 h left`, `6 h overdue`, `5 d overdue`, `Removed in 19 h`. */
export function clockText(clock: TakedownClock): string {
  const { state, elapsedMs, targetMs, isOverdue } = clock
  if (state === 'removed') return t('removedInTime', { time: shortDuration(elapsedMs) })
  if (state === 'stopped') return t('stoppedAfterTime', { time: shortDuration(elapsedMs) })
  const left = targetMs - elapsedMs
  return isOverdue ? t('timeOverdue', { time: lateness(-left) }) : t('timeLeft', { time: shortDuration(left) })
}

/** The time that a case has taken, and its target: `97 h of 72 h`. */
export function shareText({ elapsedMs, targetMs }: TakedownClock): string {
  return t('timeOfTarget', { time: shortDuration(elapsedMs), target: shortDuration(targetMs) })
}
