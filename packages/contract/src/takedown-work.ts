import * as z from 'zod/mini'
import { route } from './route.ts'
import {
  attemptChannels,
  attemptStatuses,
  Takedown,
  TakedownDetail,
  takedownStatuses,
  type AttemptChannel,
} from './takedowns.ts'
import * as wire from './wire.ts'

/*
 * The calls that work on a takedown. They are separate from the lists, so that a screen that only shows takedowns doesn't load them.
 */

const oneTakedown = {
  params: z.object({ takedownId: wire.id }),
  query: wire.ofCompany,
}

/** 404 for a threat outside the company or an unpublished one; 409 when there is already a decision. */
export const requestTakedown = route({
  method: 'POST',
  path: '/takedown',
  summary: 'Request the takedown of a published threat; the same decision as in the list',
  access: 'takedowns:request',
  status: 201,
  body: z.strictObject({
    company: z.string().check(z.minLength(1), z.maxLength(100)),
    threatId: wire.id,
    note: z.optional(wire.text(2000)),
  }),
  response: Takedown,
})

/**
 * 409 when `version` is stale, when the status is not a possible successor (`takedownFlow`), or when it can't be reopened because the
 * decision was reversed or another takedown of the threat is open.
 */
export const moveTakedown = route({
  method: 'PATCH',
  path: '/takedown/{takedownId}',
  summary: 'Change the status of a takedown; the note is stored with the change, the reference with the case',
  access: 'takedowns:move',
  params: z.object({ takedownId: wire.id }),
  query: wire.ofCompany,
  body: z.strictObject({
    status: z.enum(takedownStatuses),
    note: z.optional(wire.text(2000)),
    /** The provider's case number. A missing value doesn't change it; an empty one removes it. */
    reference: z.optional(wire.oneLine(200)),
    version: wire.version,
  }),
  response: TakedownDetail,
})

/** Fails under the same conditions as `moveTakedown`. */
export const reopenTakedown = route({
  method: 'POST',
  path: '/takedown/{takedownId}/reopen',
  summary: 'Reopen a takedown whose threat came back or that ended without success; the reason is stored with it',
  access: 'takedowns:request',
  params: z.object({ takedownId: wire.id }),
  query: wire.ofCompany,
  body: z.strictObject({ reason: wire.text(2000, 1), version: wire.version }),
  response: TakedownDetail,
})

/** 409 when the takedown is not waiting for authorisation, or `version` is stale. */
export const authoriseTakedown = route({
  method: 'POST',
  path: '/takedown/{takedownId}/authorise',
  summary: 'Authorise a takedown that the provider proposed',
  access: 'takedowns:request',
  ...oneTakedown,
  body: z.strictObject({ version: wire.version }),
  response: TakedownDetail,
})

/** All other participants of the case are notified. 404 for a takedown of another company. */
export const writeOnTakedown = route({
  method: 'POST',
  path: '/takedown/{takedownId}/messages',
  summary: 'Add a message to a takedown',
  access: 'takedowns:request',
  ...oneTakedown,
  body: z.strictObject({ text: wire.text(2000, 1) }),
  response: TakedownDetail,
})

const channels = Object.keys(attemptChannels) as [AttemptChannel, ...AttemptChannel[]]

/** Only records what was done; nothing is sent. 409 when the case has the maximum number of attempts. */
export const addAttempt = route({
  method: 'POST',
  path: '/takedown/{takedownId}/attempts',
  summary: 'Record a contacted channel: who was contacted, and their case number',
  access: 'takedowns:move',
  status: 201,
  ...oneTakedown,
  body: z.strictObject({
    channel: z.enum(channels),
    recipient: wire.oneLine(200, 1),
    status: z._default(z.enum(attemptStatuses), 'sent'),
    reference: z.optional(wire.oneLine(200)),
    answer: z.optional(wire.text(2000)),
  }),
  response: TakedownDetail,
})

/** 404 when the takedown has no such attempt. The latest change wins because attempts have no version. */
export const changeAttempt = route({
  method: 'PATCH',
  path: '/takedown/{takedownId}/attempts/{attemptId}',
  summary: 'Record the progress of an attempt; missing fields stay unchanged, empty text clears a field',
  access: 'takedowns:move',
  params: z.object({ takedownId: wire.id, attemptId: wire.id }),
  query: wire.ofCompany,
  body: z.strictObject({
    status: z.optional(z.enum(attemptStatuses)),
    reference: z.optional(wire.oneLine(200)),
    answer: z.optional(wire.text(2000)),
  }),
  response: TakedownDetail,
})
