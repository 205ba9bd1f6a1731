import * as z from 'zod/mini'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/** An email that the local catcher received because no mail server is configured. */
export const CaughtMail = z.object({
  id: z.string(),
  company: z.string(),
  at: wire.time,
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /** The source of the HTML version, to be displayed as text. */
  html: z.string(),
})
export type CaughtMail = z.output<typeof CaughtMail>

/** Empty when a mail server is configured, because emails are sent then. Contains invitation and reset links. */
export const listCaughtMails = route({
  method: 'GET',
  path: '/diagnostics/mails',
  summary: 'List the emails kept on this server instead of being sent, newest first',
  access: 'systemHealth:check',
  companies: 'many',
  // The texts contain invitation links and password reset links.
  isSecret: true,
  query: z.object({ company: z.optional(wire.csv), ...wire.paging(['at']) }),
  response: wire.page(CaughtMail),
})
