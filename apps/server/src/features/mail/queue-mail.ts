import { randomUUID } from 'node:crypto'
import type { AbuseReport } from '@signet/connectors'
import type { AbuseReportServiceName } from '@signet/contract/takedowns/abuse-report-services'
import { prepareMailJob, sendMailJob } from './mail.jobs.ts'
import type { MailAddress } from '../../app/mailer.ts'
import type { MailAttachment } from '../../db/columns.ts'
import type { Enqueue } from '../../app/jobs.ts'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { asOneLine, checkedAddress, shownAddress } from './mail-address.ts'
import { insertMail, putMadeFile, requeueMail } from './mails.queries.ts'

/** An email to one person. */
export interface NewMail {
  /** The company of the email; if it concerns none (a forgotten password), the company of its recipient. */
  companyId: number
  to: MailAddress
  /** The kind of email, e.g. `password-reset`; only displayed in lists. */
  template: string
  subject: string
  text: string
  /** Built from escaped or sanitized parts, e.g. by `layOutMail`. */
  html?: string
  /** Who receives replies, if it isn't the sender of the installation. */
  from?: MailAddress
  /** Identifies the cause: a second email of the same company with the same value isn't written. */
  once?: string
  /** The sending (email/send) that it belongs to. */
  sendingId?: string
  /** An email that a person is waiting for (an invitation, a forgotten password): no daily limit, no suppression. */
  isEssential?: boolean
  /** Earlier emails of the same correspondence, oldest first. */
  follows?: readonly string[]
  attachments?: readonly MailAttachment[]
  /** A report for the API of a service, which gets it instead of an email. */
  via?: { service: AbuseReportServiceName; report: AbuseReport }
  /** Only stored; `releaseMail` sends it. */
  isHeld?: boolean
}

/** The kind of email that asks a provider to remove something. */
export const noticeTemplate = 'takedown-notice'

const bodyMax = 500_000

/**
 * Adds an email to the outbox and queues the job that sends it, in the caller's transaction: it is sent only if that commits, and once.
 * Works in a company transaction and in an identity transaction (`inIdentity`, `context.identity`).
 *
 * Subjects and names come from untrusted sources (titles of threats, names of users from an identity provider). They are converted to one
 * line here and nowhere else.
 *
 * The recipient isn't checked here, because most come from stored rows and one of them must not stop the work for others: the job that
 * sends it ends an email to what is no address as failed. Handlers in which a person types an address check it themselves.
 *
 * @returns its id, or null if an email with the same `once` was already written
 * @throws AppError `BAD_REQUEST` for an invalid author, or an email without a subject or of more than the allowed length
 */
export async function queueMail(tx: Tx, enqueue: Enqueue, mail: NewMail): Promise<string | null> {
  const to = mail.via ? { name: mail.to.name, address: mail.via.service } : shownAddress(mail.to)
  const from = mail.from ? checkedAddress(mail.from) : null
  const subject = asOneLine(mail.subject)
  if (subject === '') throw new AppError('MAIL_SUBJECT_MISSING')
  if (mail.text.length > bodyMax || (mail.html?.length ?? 0) > bodyMax) throw new AppError('MAIL_TOO_LONG')
  const mailId = randomUUID()
  const isWritten = await insertMail(tx, mail.companyId, {
    id: mailId,
    template: mail.template,
    once: mail.once ?? null,
    sending_id: mail.sendingId ?? null,
    from_name: from?.name ?? null,
    from_address: from?.address ?? null,
    to_name: to.name,
    to_address: to.address.toLowerCase(),
    subject,
    text: mail.text.replaceAll('\0', ''),
    html: mail.html?.replaceAll('\0', '') ?? null,
    is_essential: mail.isEssential ?? false,
    follows: [...(mail.follows ?? [])],
    attachments: JSON.stringify(
      (mail.attachments ?? []).map((file) => ({ ...file, name: asOneLine(file.name) || 'file' })),
    ),
    service: mail.via?.service ?? null,
    request: mail.via ? JSON.stringify(mail.via.report) : null,
    ...(mail.isHeld ? { state: 'held' as const } : {}),
  })
  if (!isWritten) return null
  if (mail.isHeld) return mailId
  // Somebody waits for an essential email: it doesn't wait for digests.
  const turn = { isUrgent: mail.isEssential ?? false }
  await enqueue(tx, firstJobOf(mail.attachments ?? []), { companyId: mail.companyId, mailId }, turn)
  return mailId
}

/**
 * Sends an email that is held, failed, or of which it isn't known whether it arrived, under the Message-ID that it already has: a mail
 * server that has it recognizes the copy.
 *
 * @returns whether it was in one of these states
 */
export async function releaseMail(tx: Tx, enqueue: Enqueue, companyId: number, mailId: string): Promise<boolean> {
  const attachments = await requeueMail(tx, companyId, mailId)
  if (!attachments) return false
  await enqueue(tx, firstJobOf(attachments), { companyId, mailId })
  return true
}

/** Files that are made on sending come before it. */
const firstJobOf = (attachments: readonly MailAttachment[]) =>
  attachments.some((file) => 'isMadeOnSending' in file) ? prepareMailJob : sendMailJob

/** Stores the file that was made for an email and queues the job that sends it, once. */
export async function sendWithMadeFile(
  tx: Tx,
  enqueue: Enqueue,
  mail: { companyId: number; mailId: string },
  made: { sha256: string; size: number },
): Promise<void> {
  if (await putMadeFile(tx, mail, made)) await enqueue(tx, sendMailJob, mail)
}
