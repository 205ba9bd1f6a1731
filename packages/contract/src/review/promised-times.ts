import type { Severity } from '../threats/severities.ts'

/*
 * The promised time of a review: each record that enters the queue is decided on within a time that depends on its severity. The server
 * calculates when that time is over (`promised-times.queries.ts`); this is what a screen makes of it.
 */

/** Within how many hours something is promised, by severity. */
export type PromisedHours = Record<Severity, number>

/** The promised hours of an installation that has set none. */
export const usualPromisedHours: PromisedHours = { Critical: 4, High: 8, Medium: 24, Low: 72 }
/** The longest time that can be promised, in hours. */
export const promisedHoursMax = 720

/** A record is due soon when no more than this share of the promised time is left. */
export const dueSoonShare = 0.25

/** How the age of a record compares with the promised time. */
export const promisedStates = ['fresh', 'dueSoon', 'overdue'] as const
/** One of `promisedStates`. */
export type PromisedState = (typeof promisedStates)[number]

/** A record in the queue: when it entered it, and by when its review is promised. */
export interface Promised {
  queuedAt: string
  promisedAt: string
}

/** How much of the promised time of a record is left at an instant. */
export function promisedStateOf({ queuedAt, promisedAt }: Promised, now: Date): PromisedState {
  const end = Date.parse(promisedAt)
  const left = end - now.getTime()
  if (left <= 0) return 'overdue'
  return left <= (end - Date.parse(queuedAt)) * dueSoonShare ? 'dueSoon' : 'fresh'
}
