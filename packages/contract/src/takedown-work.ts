import * as z from 'zod/mini'
import { route } from './route.ts'
import { Takedown, TakedownDetail, takedownStatuses } from './takedowns.ts'
import * as wire from './wire.ts'

/*
 * The calls that work on a takedown. They stand apart from the lists, so that a screen that only shows takedowns does not load them.
 */

export const requestTakedown = route({
  method: 'POST',
  path: '/takedown',
  summary: 'Asks for the takedown of a published threat: the same decision as the triage action',
  access: 'takedowns:request',
  status: 201,
  body: z.strictObject({
    company: z.string().check(z.minLength(1), z.maxLength(100)),
    threatId: wire.id,
    note: z.optional(wire.text(2000)),
  }),
  response: Takedown,
})

export const moveTakedown = route({
  method: 'PATCH',
  path: '/takedown/{takedownId}',
  summary: 'Moves a takedown along its flow; the note is kept with the move, the reference with the case',
  access: 'takedowns:move',
  params: z.object({ takedownId: wire.id }),
  query: z.object({ company: wire.company }),
  body: z.strictObject({
    status: z.enum(takedownStatuses),
    note: z.optional(wire.text(2000)),
    /** The provider's case number. Left out: stays as it is; empty: taken away. */
    reference: z.optional(wire.text(200)),
    version: z.int().check(z.gte(1)),
  }),
  response: TakedownDetail,
})

export const reopenTakedown = route({
  method: 'POST',
  path: '/takedown/{takedownId}/reopen',
  summary: 'Opens a takedown again whose threat came back, or that ended without success; the reason is kept with it',
  access: 'takedowns:request',
  params: z.object({ takedownId: wire.id }),
  query: z.object({ company: wire.company }),
  body: z.strictObject({ reason: wire.text(2000, 1), version: z.int().check(z.gte(1)) }),
  response: TakedownDetail,
})
