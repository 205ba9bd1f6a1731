import * as z from 'zod/mini'
import * as wire from '../wire.ts'

/*
 * The clocks of a takedown: when something happened for the first and the last time, how long the steps took, and who was waited for. They
 * follow from the record of its statuses and of the states of its target, of which nothing is ever overwritten.
 */

/** What can happen in the life of a takedown, in the usual order. The first three are those of its threat. */
export const takedownMoments = [
  'detected',
  'reviewed',
  /** A user of the client opened the threat for the first time. */
  'seenByClient',
  'requested',
  'authorised',
  /** A mail server accepted a notice, or a form was submitted. */
  'noticeSent',
  /** A channel answered. */
  'answered',
  'escalated',
  /** A block list had the target for the first time. */
  'blocked',
  /** The first of the checks that found the target offline. */
  'offline',
  /** The first of the checks that found the target after it had been offline. */
  'backOnline',
  'reopened',
  'resolved',
  /** It ended otherwise, e.g. withdrawn. */
  'ended',
] as const
/** One of `takedownMoments`. */
export type TakedownMoment = (typeof takedownMoments)[number]

/** Durations of a takedown. */
export const takedownSpans = [
  /** From the detection to the end of the review. */
  'review',
  /** From the request to the authorisation. */
  'authorisation',
  /** From the authorisation to the first notice. */
  'notice',
  /** From the first notice to the first answer. */
  'answer',
  /** From the authorisation to the first time the target was offline. */
  'firstOutage',
  /** From the authorisation to the last time the target went offline. */
  'finalOutage',
  /** The total time after the authorisation in which the target was not offline. */
  'uptime',
] as const
/** One of `takedownSpans`. */
export type TakedownSpan = (typeof takedownSpans)[number]

/** Who a takedown can wait for. */
export const takedownParties = ['client', 'team', 'provider'] as const
/** One of `takedownParties`; `provider` is the third party that was asked for the removal. */
export type TakedownParty = (typeof takedownParties)[number]

/** The clocks of one takedown. */
export const TakedownTiming = z.object({
  /** In the order of `takedownMoments`; only what happened. */
  moments: z.array(
    z.object({ key: z.enum(takedownMoments), first: wire.time, last: wire.time, count: z.int().check(z.minimum(1)) }),
  ),
  /** In the order of `takedownSpans`; only those that began. `isRunning`: up to now. */
  spans: z.array(z.object({ key: z.enum(takedownSpans), ms: z.int(), isRunning: z.boolean() })),
  /** The time the case has waited for each party so far, ms; the watch of an offline target is no waiting. */
  waitingMs: z.object({ client: z.int(), team: z.int(), provider: z.int() }),
})
export type TakedownTiming = z.output<typeof TakedownTiming>
