import * as z from 'zod/mini'
import type { AttemptChannel } from './attempts.ts'
import type { PromisedHours as Hours } from '../review/promised-times.ts'
import { PromisedHours } from '../review/review-policy.ts'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/** What becomes of a reminder or escalation that is due: nothing, it is written for a person to send, or it is sent. */
export const followUpModes = ['off', 'propose', 'send'] as const

/** The channels with timers of their own; the timers of `other` apply to all others. */
export const timedChannels = ['registrar', 'hosting', 'other'] as const
/** One of `timedChannels`. */
export type TimedChannel = (typeof timedChannels)[number]

/** The longest timer, hours. */
export const timerHoursMax = 720
const timerHours = z.int().check(z.minimum(1), z.maximum(timerHoursMax))

/** How long a provider has before it is reminded, and before the next contact above it is notified, hours. */
export const ChannelTimers = z.strictObject({ remindHours: timerHours, escalateHours: timerHours })
export type ChannelTimers = z.output<typeof ChannelTimers>

/** The target time of a takedown from request to removal, by severity of its threat, for a company that has set none. */
export const usualTargetHours: Hours = { Critical: 24, High: 48, Medium: 72, Low: 120 }

/** The timers of a critical threat are this many times shorter. */
export const criticalTimerDivisor = 4

/** How the takedowns of a company are followed. */
export const TakedownPolicy = z.object({
  /** Days that an offline target is watched before its case is resolved; it applies to targets that go offline from now on. */
  watchDays: z.int().check(z.minimum(1), z.maximum(28)),
  /** Whether the provider that removed a target is notified again by itself when the target comes back. */
  repeatsNotice: z.boolean(),
  /** Whether a notice that a person writes is sent only by somebody else, whatever its channel; not a form. */
  needsSecondPerson: z.boolean(),
  followUps: z.enum(followUpModes),
  timers: z.strictObject({ registrar: ChannelTimers, hosting: ChannelTimers, other: ChannelTimers }),
  /** The target time of a takedown from request to removal, hours, by severity of its threat; null: the usual ones. */
  targetHours: z.nullable(PromisedHours),
})
export type TakedownPolicy = z.output<typeof TakedownPolicy>

/** The policy of a company that has set none. */
export const usualTakedownPolicy: TakedownPolicy = {
  watchDays: 7,
  repeatsNotice: true,
  needsSecondPerson: false,
  followUps: 'propose',
  timers: {
    registrar: { remindHours: 48, escalateHours: 120 },
    hosting: { remindHours: 48, escalateHours: 96 },
    other: { remindHours: 24, escalateHours: 72 },
  },
  targetHours: null,
}

/** The timers that apply to a channel. */
export function timersOf({ timers }: Pick<TakedownPolicy, 'timers'>, channel: AttemptChannel): ChannelTimers {
  return timers[channel === 'registrar' || channel === 'hosting' ? channel : 'other']
}

/** Without a policy of its own, a company has the usual one. */
export const getTakedownPolicy = route({
  method: 'GET',
  path: '/takedownPolicy',
  summary: "Get how the company's takedowns are followed",
  access: 'settings:read',
  query: wire.ofCompany,
  response: TakedownPolicy,
})

/**
 * Cases that are watched already keep the end of their watch, and each case the target times that were set when it was requested; changed
 * timers apply to running cases within minutes.
 */
export const putTakedownPolicy = route({
  method: 'PUT',
  path: '/takedownPolicy',
  summary: "Set how the company's takedowns are followed",
  access: 'assets:write',
  query: wire.ofCompany,
  body: z.strictObject(TakedownPolicy.shape),
  response: TakedownPolicy,
})
