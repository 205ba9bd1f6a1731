import { isOneOf } from '@signet/contract/narrow'
import { takedownStages, type TakedownDetail, type TakedownStatus } from '@signet/contract/takedowns/takedowns'
import { dateTime } from '../../format/date-time.ts'
import type { clockOf } from './takedown-clock.ts'
import { t } from './words.ts'

/** The step of the stepper that a status belongs to. */
const stageOf = (status: TakedownStatus) => takedownStages.find(({ statuses }) => isOneOf(statuses, status))?.key

/** The steps of a case with a note each: who set it, when it is due, how long it is monitored, or who it waits for. */
export function notedSteps(takedown: TakedownDetail, clock: ReturnType<typeof clockOf>, waits: string | null) {
  const { watchedUntil } = takedown.clocks
  return takedown.steps.map((step) => {
    const set = takedown.setManually.find(({ status }) => stageOf(status) === step.key && step.state === 'completed')
    const manual = set ? t('setManuallyByName', { name: set.by, reason: set.reason }) : null
    // The target time applies to the removal, so it is shown at that step.
    if (step.key === 'removed' && clock.state === 'running') {
      const date = dateTime(clock.dueAt)
      return { ...step, note: clock.isLate ? t('overdueSince', { date }) : t('dueDate', { date }) }
    }
    if (step.key === 'removed' && watchedUntil) {
      const until = t('monitoredUntil', { date: dateTime(watchedUntil) })
      return { ...step, note: manual ? `${until}. ${manual}` : until }
    }
    if (manual) return { ...step, note: manual }
    return step.state === 'active' ? { ...step, note: waits ?? undefined } : step
  })
}
