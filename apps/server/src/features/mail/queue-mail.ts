import { randomUUID } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import { sendMailJob } from './mail.jobs.ts'
import type { MailAddress } from '../../app/mailer.ts'
import type { Enqueue } from '../../app/jobs.ts'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { asOneLine, checkedAddress } from './mail-address.ts'

/** A mail to one person. */
export interface NewMail {
  /** Whose mail it is; for one that is about no company (a forgotten password), the company of the person it goes to. */
  companyId: number
  to: MailAddress
  /** What kind of mail it is, e.g. `password-reset`; shown in lists, never read back. */
  template: string
  subject: string
  text: string
  /** Built from escaped or sanitised parts, e.g. by `layOutMail`. */
  html?: string
  /** Whom an answer should reach, when it is not the sender of the installation. */
  from?: MailAddress
  /** Names the cause: a second mail of the same company with the same words is not written. */
  once?: string
  /** The sending (email/send) it is part of. */
  sendingId?: string
  /** Mail that a person waits for (an invitation, a forgotten password): no daily limit, no suppression. */
  isEssential?: boolean
}

const bodyMax = 500_000

/**
 * Writes a mail to the outbox and the job that sends it, in the caller's transaction: it leaves only if that commits, and once.
 * Works in a transaction of companies and in one of people (`inIdentity`, `context.identity`).
 *
 * Subjects and names come from anywhere (titles of threats, names of people from an identity provider): here, and only here, they are
 * made one line.
 *
 * @returns its id, or null when a mail of the same `once` was written before
 * @throws AppError `BAD_REQUEST` for an address that is none, or a mail without a subject or of more than the allowed length
 */
export async function queueMail(tx: Tx, enqueue: Enqueue, mail: NewMail): Promise<string | null> {
  const to = checkedAddress(mail.to)
  const from = mail.from ? checkedAddress(mail.from) : null
  const subject = asOneLine(mail.subject)
  if (subject === '') throw new AppError('MAIL_SUBJECT_MISSING')
  if (mail.text.length > bodyMax || (mail.html?.length ?? 0) > bodyMax) throw new AppError('MAIL_TOO_LONG')
  const mailId = randomUUID()
  const isWritten = await inScopeOf(tx, mail.companyId, async () => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('mails')
      .values({
        company_id: mail.companyId,
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
        error: null,
        sending_at: null,
        ended_at: null,
      })
      // Without a target: naming one would ask for the right to read, which sign-in does not have.
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  })
  if (!isWritten) return null
  await enqueue(tx, sendMailJob, { companyId: mail.companyId, mailId })
  return mailId
}

/**
 * A transaction of people has no company; for the one insert it gets the one the mail belongs to. A transaction of companies keeps
 * what it was opened for, and the policy refuses any other.
 */
async function inScopeOf<T>(tx: Tx, companyId: number, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ role: string; companies: string }>`
    select current_user as role, coalesce(current_setting('app.companies', true), '') as companies`.execute(tx)
  const scope = rows[0]
  if (scope?.role !== 'signet_identity') return work()
  const set = async (companies: string) => {
    if (!/^[\d,]*$/.test(companies)) throw new TypeError('a company id is a positive whole number')
    await tx.executeQuery(CompiledQuery.raw(`set local app.companies = '${companies}'`))
  }
  await set(String(companyId))
  const result = await work()
  await set(scope.companies)
  return result
}
