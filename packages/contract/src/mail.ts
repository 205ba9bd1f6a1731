import * as z from 'zod/mini'
import { route } from './route.ts'
import * as wire from './wire.ts'

/** A mail that the local catcher received, where no mail server is configured. */
export const CaughtMail = z.object({
  id: z.string(),
  company: z.string(),
  at: wire.time,
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /** The source of the HTML form, to be shown as text. */
  html: z.string(),
})
export type CaughtMail = z.output<typeof CaughtMail>

/** Empty where a mail server is configured, because mails are sent then. Contains invitation and reset links. */
export const listCaughtMails = route({
  method: 'GET',
  path: '/diagnostics/mails',
  summary: 'List the emails kept on this server instead of being sent, newest first',
  access: 'systemHealth:check',
  companies: 'many',
  // Invitations and links to a new password.
  isSecret: true,
  query: z.object({ company: z.optional(wire.csv), ...wire.paging(['at']) }),
  response: wire.page(CaughtMail),
})
