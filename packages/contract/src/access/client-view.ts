import * as z from 'zod/mini'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/*
 * A staff user can view the portal as a client of a company. Until it ends, their session has the rights of the role client in that
 * company, without any change: every call that isn't a GET gets 409 (`CLIENT_VIEW`).
 */

/** Applies to the session, in all of its tabs, until `endClientView` or sign-out. Recorded in the audit log of the company. */
export const startClientView = route({
  method: 'POST',
  path: '/clientView',
  summary: 'View the portal as a client of a company, without being able to change anything',
  access: 'clientView:use',
  status: 204,
  body: z.strictObject({ company: z.string().check(z.minLength(1), z.maxLength(100)) }),
  response: wire.nothing,
})

/** Does nothing if the session has no such view. */
export const endClientView = route({
  method: 'DELETE',
  path: '/clientView',
  summary: 'End the view as a client, and return to the rights of the own role',
  access: 'clientView:use',
  status: 204,
  response: wire.nothing,
})
