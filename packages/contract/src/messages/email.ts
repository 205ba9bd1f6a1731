import * as z from 'zod/mini'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/** The available email templates; `message` is empty. */
export const emailTemplateNames = ['message', 'incident', 'maintenance', 'report'] as const

/** A template for an email; the text can be edited before sending. */
export const EmailTemplate = z.object({
  template: z.enum(emailTemplateNames),
  name: wire.Sentence,
  subject: wire.Sentence,
  /** Plain text; `{{name}}` and `{{company}}` are replaced by the recipient's name and company. */
  body: wire.Sentence,
})
export type EmailTemplate = z.output<typeof EmailTemplate>

/** An email to all users of some companies, or to some users. */
const email = z
  .strictObject({
    template: z.enum(emailTemplateNames),
    companies: z.optional(
      z
        .array(z.string().check(z.minLength(1), z.maxLength(100)))
        .check(z.minLength(1), z.maxLength(1000), wire.eachOnce()),
    ),
    users: z.optional(z.array(wire.id).check(z.minLength(1), z.maxLength(1000), wire.eachOnce())),
    subject: wire.oneLine(200, 1),
    body: wire.text(20_000, 1),
  })
  .check(
    z.refine(
      ({ companies, users }) => (companies === undefined) !== (users === undefined),
      'either companies or users',
    ),
  )

/** One for each of `emailTemplateNames`, in that order. */
export const getEmailTemplates = route({
  method: 'GET',
  path: '/email/templates',
  summary: 'List the email templates',
  access: 'mail:send',
  response: z.array(EmailTemplate),
})

/** Sends nothing. Without a recipient, the placeholders are filled in for the caller; 404 for an unknown company. */
export const previewEmail = route({
  method: 'POST',
  path: '/email/preview',
  summary: 'Preview an email for its first recipient and count its recipients',
  access: 'mail:send',
  body: email,
  response: z.object({ html: z.string(), recipients: z.int() }),
})

/**
 * Emails are queued and sent by a job; `listSentEmails` shows their delivery status. 400 when there is no recipient; 404 for
 * an unknown company.
 */
export const sendEmail = route({
  method: 'POST',
  path: '/email/send',
  summary: 'Send an email to all selected recipients; each gets it once',
  access: 'mail:send',
  status: 202,
  body: email,
  response: z.object({ sendingId: z.string(), recipients: z.int() }),
})

/** One email to several users, with the number of delivered copies. */
export const SentEmail = z.object({
  id: z.string(),
  at: wire.time,
  subject: z.string(),
  recipients: z.int(),
  delivered: z.int(),
  failed: z.int(),
  /** Number of copies that have not been sent yet. */
  waiting: z.int(),
  /** Number of copies that were interrupted while being sent: it is unknown whether they arrived, and they are not sent again. */
  unknown: z.int(),
})
export type SentEmail = z.output<typeof SentEmail>

/** Automatic emails, such as invitations and digests, are not included. */
export const listSentEmails = route({
  method: 'GET',
  path: '/email/sent',
  summary: 'List the emails sent to several recipients, newest first, with their delivery status',
  access: 'mail:send',
  companies: 'many',
  query: z.object({ company: z.optional(wire.csv), ...wire.paging(['at']), ...wire.range }),
  response: wire.page(SentEmail),
})
