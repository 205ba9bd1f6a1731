import type { DueDate } from '@signet/contract/requests/due-dates'
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
    return note === null ? step : { ...step, note, details: why ? [why] : [] }
  })
}

/** When an open case is due; null for one that is closed or waits for an answer. */
export function dueText(due: DueDate): string | null {
  if (due.state === 'overdue') return t('overdueSince', { date: dayName(due.on) })
  return due.state === 'pending' ? t('dueOnDate', { date: dayName(due.on) }) : null
}
