import type { DueDate } from '@signet/contract/requests/due-dates'
import { dayMs } from '@signet/contract/time'
import type { Step } from '@signet/contract/takedowns/cases'
import { dayName } from '../../format/time/date-time.ts'
import type { NotedStep } from './progress-steps.tsx'
import { t } from './words.ts'

/**
 * The steps of an open case with a note each: who works on the current one or has to begin, and when the last one is due.
 *
 * @param why why the due date was changed
 */
export function dueSteps(
  { steps, due }: { steps: readonly Step[]; due: DueDate },
  isStaff: boolean,
  why?: string,
): NotedStep[] {
  const date = dueText(due)
  const waits = (isBegun: boolean) => {
    if (due.state === 'paused') return t(isStaff ? 'waitingForClient' : 'waitingForYou')
    return date ? t(isBegun ? 'teamAtWork' : 'waitingForTeam', { isStaff: String(isStaff) }) : null
  }
  return steps.map((step, index) => {
    if (date && index === steps.length - 1) {
      const details = due.on === due.firstOn ? [] : [t('dueAtFirst', { date: dayName(due.firstOn) })]
      return { ...step, note: date, details, isOverdue: due.state === 'overdue' }
    }
    const note = step.state === 'active' ? waits(step.at !== undefined) : null
    if (note === null) return step
    // What is still to be accepted isn't called accepted.
    const label = step.key === 'accepted' && step.at === undefined ? t('acceptance') : step.label
    return { ...step, label, note, details: why ? [why] : [] }
  })
}

/**
 * When an open case is due; null for one that is closed or waits for an answer.
 *
 * @param now milliseconds since 1970
 */
export function dueText(due: DueDate, now = Date.now()): string | null {
  if (due.state === 'overdue') return t('overdueSince', { date: dayName(due.on) })
  if (due.state !== 'pending') return null
  return isDueToday(due, now) ? t('dueToday') : t('dueOnDate', { date: dayName(due.on) })
}

/**
 * Whether a due date ends within a day: it ends with its day in the zone of the company.
 *
 * @param now milliseconds since 1970
 */
export function isDueToday({ at }: DueDate, now = Date.now()): boolean {
  const leftMs = Date.parse(at) - now
  return leftMs >= 0 && leftMs < dayMs
}
