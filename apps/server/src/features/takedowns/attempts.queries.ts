import { sql } from 'kysely'
import { attemptChannels, type Attempt, type AttemptStatus } from '@signet/contract/takedowns/takedowns'
import type { ColumnValue } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'

/** Maximum number of channels of one case; more than exist. */
export const attemptsMax = 100

/** What the delivery of an email says about its attempt; an email that is gone was cleaned up long after it failed. */
const statusOfMail: Record<ColumnValue<'mails.state'>, AttemptStatus> = {
  held: 'dryRun',
  queued: 'queued',
  sending: 'queued',
  sent: 'sent',
  failed: 'bounced',
  suppressed: 'bounced',
  unknown: 'unknown',
}

/** The attempts of a company with what became of their emails. */
function selectAttempts(tx: Tx, companyId: number, takedownId: string) {
  return tx
    .selectFrom('takedown_attempts as attempts')
    .leftJoin('mails', (join) =>
      join.onRef('mails.company_id', '=', 'attempts.company_id').onRef('mails.id', '=', 'attempts.mail_id'),
    )
    .select(['attempts.id', 'attempts.channel', 'attempts.way', 'attempts.recipient', 'attempts.link'])
    .select([
      'attempts.status',
      'attempts.reference',
      'attempts.answer',
      'attempts.sent_at',
      'attempts.mail_id',
      'attempts.answered_at',
    ])
    .select(['attempts.proof_file_id', 'attempts.at', 'attempts.updated_at', 'mails.state', 'mails.error'])
    .where('attempts.company_id', '=', companyId)
    .where('attempts.takedown_id', '=', takedownId)
}
type Row = Awaited<ReturnType<ReturnType<typeof selectAttempts>['executeTakeFirstOrThrow']>>

/** The status as sent: an answer, or what became of the email or form. */
function statusOf({ status, way, sent_at: sentAt, state }: Row): AttemptStatus {
  if (status !== 'queued' || way === 'form') return status
  if (sentAt) return 'sent'
  return state ? statusOfMail[state] : 'bounced'
}

/** One attempt of a case with its status, locked; null if the case has none with this id. */
export async function lockAttempt(tx: Tx, companyId: number, takedownId: string, attemptId: string) {
  const row = await selectAttempts(tx, companyId, takedownId)
    .where('attempts.id', '=', attemptId)
    .forUpdate('attempts')
    .executeTakeFirst()
  return row ? { ...row, shownStatus: statusOf(row) } : null
}

/** The channels tried in a case, oldest first. Index: takedown_attempts_takedown. */
export async function attemptsOf(tx: Tx, companyId: number, takedownId: string): Promise<Attempt[]> {
  const rows = await selectAttempts(tx, companyId, takedownId)
    .orderBy('attempts.at')
    .orderBy('attempts.id')
    .limit(attemptsMax)
    .execute()
  return rows.map((row) => {
    const status = statusOf(row)
    return {
      id: row.id,
      channel: attemptChannels[row.channel],
      way: row.way,
      recipient: row.recipient,
      ...(row.link ? { link: row.link } : {}),
      status,
      ...(row.sent_at ? { sentAt: row.sent_at.toISOString() } : {}),
      ...((status === 'bounced' || status === 'unknown') && row.error ? { problem: row.error } : {}),
      hasNotice: row.state !== null,
      ...(row.proof_file_id ? { proofFileId: row.proof_file_id } : {}),
      ...(row.reference ? { reference: row.reference } : {}),
      ...(row.answer ? { answer: row.answer } : {}),
      ...(row.answered_at ? { answeredAt: row.answered_at.toISOString() } : {}),
      at: row.at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
    }
  })
}

/** Earlier emails of a case to the same recipient that a mail server may have, oldest first. */
export async function earlierMails(
  tx: Tx,
  companyId: number,
  takedownId: string,
  recipient: string,
): Promise<string[]> {
  const rows = await selectAttempts(tx, companyId, takedownId)
    .where('attempts.recipient', '=', recipient)
    .where('mails.state', 'in', ['sent', 'unknown'])
    .orderBy('attempts.at')
    .orderBy('attempts.id')
    .limit(attemptsMax)
    .execute()
  return rows.flatMap(({ mail_id: mailId }) => mailId ?? [])
}

/** Notices to one recipient within an hour. A provider that gets more treats them as spam. */
export const noticesAnHourMax = 20

/** How many emails a recipient was sent within the last hour. Index: takedown_attempts_recipient. */
export async function noticesInLastHour(tx: Tx, companyId: number, recipient: string): Promise<number> {
  const { count } = await tx
    .selectFrom('takedown_attempts')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('company_id', '=', companyId)
    .where('recipient', '=', recipient)
    .where('way', '!=', 'form')
    .where('at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The last email of a case that a mail server took and that wasn't refused, with what an answer to it needs; null if there is none. */
export async function lastSentEmail(tx: Tx, companyId: number, takedownId: string) {
  const row = await tx
    .selectFrom('takedown_attempts as attempts')
    .innerJoin('mails', (join) =>
      join.onRef('mails.company_id', '=', 'attempts.company_id').onRef('mails.id', '=', 'attempts.mail_id'),
    )
    .select(['attempts.channel', 'attempts.recipient', 'attempts.reference', 'attempts.sent_at'])
    .select(['mails.subject', 'mails.text', 'mails.attachments'])
    .where('mails.service', 'is', null)
    .where('attempts.company_id', '=', companyId)
    .where('attempts.takedown_id', '=', takedownId)
    .where('attempts.sent_at', 'is not', null)
    .where('attempts.status', 'not in', ['refused', 'bounced'])
    .orderBy('attempts.sent_at', 'desc')
    .orderBy('attempts.id')
    .executeTakeFirst()
  return row?.sent_at ? { ...row, sentAt: row.sent_at } : null
}
export type SentEmail = NonNullable<Awaited<ReturnType<typeof lastSentEmail>>>

/** Adds the attempt of an email that the product wrote as an answer to an earlier one. */
export async function addRepeatedAttempt(
  tx: Tx,
  attempt: { companyId: number; takedownId: string; id: string; mailId: string | null; earlier: SentEmail },
): Promise<void> {
  const { companyId, takedownId, id, mailId, earlier } = attempt
  await tx
    .insertInto('takedown_attempts')
    .values({
      company_id: companyId,
      id,
      takedown_id: takedownId,
      channel: earlier.channel,
      way: 'email',
      recipient: earlier.recipient,
      mail_id: mailId,
      link: null,
      status: 'queued',
      reference: earlier.reference,
      answer: null,
    })
    .execute()
}
