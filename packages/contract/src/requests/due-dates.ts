import * as z from 'zod/mini'
import * as wire from '../wire.ts'

/* Due dates of deeper analyses and requests: days in the time zone of the company. */

/**
 * Whether a due date was kept: not due yet, due and not done, done in time, done late, or ended without being done. `paused` is what waits
 * for the client: it isn't overdue.
 */
export const dueStates = ['pending', 'paused', 'overdue', 'met', 'missed', 'cancelled'] as const
/** One of `dueStates`. */
export type DueState = (typeof dueStates)[number]

/**
 * Whether a due date was kept.
 *
 * @param completedAt when it was done; null if it isn't
 * @param isAborted whether it ended without being done
 */
export function dueStateOf(
  dueAt: Date,
  completedAt: Date | null,
  isAborted: boolean,
  now: Date,
): Exclude<DueState, 'paused'> {
  if (isAborted) return 'cancelled'
  if (completedAt) return completedAt <= dueAt ? 'met' : 'missed'
  return now <= dueAt ? 'pending' : 'overdue'
}

/** A due date: a day in the time zone of the company. */
export const DueDate = z.object({
  on: wire.day,
  /** The end of that day. */
  at: wire.time,
  /** The day at the time of the request; differs from `on` if it was changed. */
  firstOn: wire.day,
  state: z.enum(dueStates),
})
export type DueDate = z.output<typeof DueDate>

/** A new due date, by staff who read this version. */
export const DueChange = z.strictObject({
  /** In the time zone of the company; it is in time until the end of that day. */
  dueOn: z.iso.date(),
  reason: wire.text(500, 1),
  version: wire.version,
})

/** How well due dates were kept within some days, and how many cases are open now. */
export const DueFigures = z.object({
  open: z.int(),
  overdue: z.int(),
  /** Completed by the first due date. */
  met: z.int(),
  /** Completed by a due date that was changed to a later one. */
  metLater: z.int(),
  missed: z.int(),
  /** Half of the completed ones took at most this long, ms; null if none was completed. */
  medianMs: z.nullable(z.number()),
})
export type DueFigures = z.output<typeof DueFigures>
