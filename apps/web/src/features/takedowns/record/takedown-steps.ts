import { isOneOf } from '@signet/contract/narrow'
import type { Attempt } from '@signet/contract/takedowns/attempts'
import type { TakedownStatus } from '@signet/contract/takedowns/takedown-status'
import { takedownStages } from '@signet/contract/takedowns/takedown-steps'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { dayMs } from '@signet/contract/time'
import { dateTime } from '../../../format/time/date-time.ts'
import type { clockOf } from '../following/takedown-clock.ts'
import { assetStateName } from '../../../words/named/cases.ts'
import { isToNetwork } from '../takedown-words.ts'
import { t } from '../words.ts'

/** The step of the stepper that a status belongs to. */
const stageOf = (status: TakedownStatus) => takedownStages.find(({ statuses }) => isOneOf(statuses, status))?.key

/** The steps of a case with a note each: who set it, when it is due, how long it is watched, or who it waits for. */
export function notedSteps(
  takedown: TakedownDetail,
  clock: ReturnType<typeof clockOf>,
  waits: string | null,
  { now, clockFactor }: { now: Date; clockFactor: number },
) {
  const { watchedUntil } = takedown.clocks
  return takedown.steps.map((step) => {
    const set = takedown.setManually.find(({ status }) => stageOf(status) === step.key && step.state === 'completed')
    const manual = set ? t('setManuallyByName', { name: set.by, reason: set.reason }) : null
    // The target time applies to the removal, so it is shown at that step, which must not read as if it were done.
    if (step.key === 'removed' && clock.state === 'running') {
      const label = t('removal')
      // It is in real hours, while a simulated day takes seconds.
      if (clockFactor !== 1) return { ...step, label }
      const date = dateTime(clock.dueAt)
      const { isOverdue } = clock
      const due = isOverdue ? t('overdueSince', { date }) : t('dueDate', { date })
      const state = takedown.reach.checks.length > 0 ? `. ${assetStateName(takedown.assetState)}` : ''
      const wait = waits && step.state === 'active' ? `. ${waits}` : ''
      return { ...step, label, isOverdue, note: `${due}${state}${wait}` }
    }
    if (step.key === 'removed' && watchedUntil) {
      const until = watchText(takedown, watchedUntil, { now, dayLong: dayMs / clockFactor })
      return { ...step, note: manual ? `${until}. ${manual}` : until }
    }
    if (manual) return { ...step, note: manual }
    const isRefused = step.key === 'replied' && step.state === 'completed' && lastAnswer(takedown)?.status === 'refused'
    const named = isRefused ? { ...step, label: t('providerRefused'), isSetback: true } : step
    const escalation =
      step.key === 'replied' && takedown.status === 'escalated' ? lastSent(takedown, 'escalation') : null
    if (escalation) {
      const { recipient, sentAt = '' } = escalation
      const values = { recipient, date: dateTime(sentAt) }
      return { ...named, note: t(isToNetwork(escalation) ? 'escalatedToNetwork' : 'escalatedToRecipient', values) }
    }
    if (step.key === 'evidence' && step.state === 'completed') {
      return { ...step, note: step.at ? t('withFirstNotice') : t('timeNotRecorded') }
    }
    if (step.at && step.lastAt) {
      const last = dateTime(step.lastAt)
      return last === dateTime(step.at) ? named : { ...named, note: t('lastTime', { date: last }) }
    }
    return step.state === 'active' ? { ...step, note: waits ?? undefined } : named
  })
}

/** The notice that was answered last. */
const lastAnswer = ({ attempts }: Pick<TakedownDetail, 'attempts'>) =>
  attempts
    .filter(({ answeredAt }) => answeredAt !== undefined)
    .toSorted((a, b) => Date.parse(a.answeredAt ?? '') - Date.parse(b.answeredAt ?? ''))
    .at(-1)

/** The notice that was sent last, of a purpose or of all. */
export function lastSent({ attempts }: Pick<TakedownDetail, 'attempts'>, purpose?: Attempt['purpose']) {
  return attempts
    .filter((attempt) => attempt.sentAt !== undefined && (purpose === undefined || attempt.purpose === purpose))
    .toSorted((a, b) => Date.parse(a.sentAt ?? '') - Date.parse(b.sentAt ?? ''))
    .at(-1)
}

/**
 * How far the watch of an offline target is: the day of it, and how many checks found the target offline.
 *
 * @param clock.dayLong how long a day takes, ms
 */
function watchText(
  { clocks, reach }: TakedownDetail,
  watchedUntil: string,
  { now, dayLong }: { now: Date; dayLong: number },
): string {
  const { offlineAt } = clocks
  // A target without a host, such as a profile, has no checks.
  if (!offlineAt || !reach.watch?.checks) return t('watchedUntil', { date: dateTime(watchedUntil) })
  const days = Math.round((Date.parse(watchedUntil) - Date.parse(offlineAt)) / dayLong)
  const day = Math.min(days, Math.floor((now.getTime() - Date.parse(offlineAt)) / dayLong) + 1)
  const clock = dayLong === dayMs ? 'real' : 'simulated'
  return t('watchProgress', { date: dateTime(watchedUntil), clock, day, days, ...reach.watch })
}
