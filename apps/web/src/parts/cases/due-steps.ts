import type { DueDate } from '@signet/contract/requests/due-dates'
import type { Step } from '@signet/contract/takedowns/cases'
import { dayName } from '../../format/time/date-time.ts'
import type { NotedStep } from './progress-steps.tsx'
import { t } from './words.ts'

/**
 * The steps of an open case with a note each: who the current one waits for, and when the last one is due.
 *
 * @param why why the due date was changed
 */
export function dueSteps(
  { steps, due }: { steps: readonly Step[]; due: DueDate },
  isStaff: boolean,
  why?: string,
): NotedStep[] {
  const date = dueText(due)
  const waits =
    due.state === 'paused'
      ? t(isStaff ? 'waitingForClient' : 'waitingForYou')
      : date
        ? t('waitingForTeam', { isStaff: String(isStaff) })
        : undefined
  return steps.map((step, index) => {
    if (date && index === steps.length - 1) {
      const first = due.on === due.firstOn ? '' : `. ${t('dueAtFirst', { date: dayName(due.firstOn) })}`
      return { ...step, note: `${date}${first}${why ? `. ${why}` : ''}`, isOverdue: due.state === 'overdue' }
    }
    return waits && step.state === 'active' ? { ...step, note: waits } : step
  })
}

/** When an open case is due; null for one that is closed or waits for an answer. */
export function dueText(due: DueDate): string | null {
  if (due.state === 'overdue') return t('overdueSince', { date: dayName(due.on) })
  return due.state === 'pending' ? t('dueOnDate', { date: dayName(due.on) }) : null
}
