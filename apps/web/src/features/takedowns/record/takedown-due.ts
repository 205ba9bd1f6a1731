import { dayMs } from '@signet/contract/time'
import { calendarDay } from '../../../format/time/date-time.ts'
import type { ChipTone } from '../../../ui/feedback/status-chip.tsx'
import type { TakedownClock } from '../following/takedown-clock.ts'

/** What is said of a due date next to it, with its tone. */
export const dueTones = {
  overdue: 'critical',
  today: 'medium',
  tomorrow: 'medium',
  met: 'good',
  missed: 'stopped',
} as const satisfies Record<string, ChipTone>

/** When the target should be offline, ISO 8601, and the state of it; null if the time says all. */
export interface TakedownDue {
  at: string
  state: keyof typeof dueTones | null
}

/** The due date of a case. Today and tomorrow are days of the viewer. */
export function dueOf({ state, isOverdue, dueAt: at }: TakedownClock, now: Date): TakedownDue {
  if (state === 'stopped') return { at, state: null }
  if (state === 'removed') return { at, state: isOverdue ? 'missed' : 'met' }
  if (isOverdue) return { at, state: 'overdue' }
  return { at, state: daysAhead(at, now) }
}

const dayOf = (instant: string | Date) => Date.parse(calendarDay(instant)) / dayMs

function daysAhead(at: string, now: Date): 'today' | 'tomorrow' | null {
  const days = dayOf(at) - dayOf(now)
  if (days === 0) return 'today'
  return days === 1 ? 'tomorrow' : null
}
