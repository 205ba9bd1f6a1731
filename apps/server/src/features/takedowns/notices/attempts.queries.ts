import { sql } from 'kysely'
import {
  answeredStatuses,
  attemptChannels,
  type Attempt,
  type AttemptPurpose,
  type AttemptStatus,
  type NoticeLanguage,
} from '@signet/contract/takedowns/attempts'
import { providerOf, type FollowedNotice } from '@signet/detection'
import type { ColumnValue } from '../../../db/columns.ts'
import type { Tx } from '../../../db/database.ts'
import { inEnglish } from '../../../errors/sentences.ts'
import { policyOf } from '../following/takedown-policy.queries.ts'

/** Maximum number of channels of one case; more than exist. */
export const attemptsMax = 100

/** What the delivery of an email says about its attempt; an email that is gone was cleaned up long after it failed. */
const statusOfMail: Record<ColumnValue<'mails.state'>, AttemptStatus> = {
  held: 'held',
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
    .select([
      'attempts.id',
      'attempts.channel',
      'attempts.way',
      'attempts.recipient',
      'attempts.link',
      'attempts.language',
    ])
    .select([
      'attempts.status',
      'attempts.reference',
      'attempts.answer',
      'attempts.sent_at',
      'attempts.mail_id',
      'attempts.answered_at',
    ])
    .select(['attempts.purpose', 'attempts.held_for', 'attempts.escalated_at', 'attempts.written_by'])
    .select(['attempts.proof_file_id', 'attempts.at', 'attempts.updated_at', 'mails.state', 'mails.error'])
    .where('attempts.company_id', '=', companyId)
    .where('attempts.takedown_id', '=', takedownId)
}
type Row = Awaited<ReturnType<ReturnType<typeof selectAttempts>['executeTakeFirstOrThrow']>>

/** Why an email waits for a person, as its status. */
const statusOfHold: Record<ColumnValue<'takedown_attempts.held_for'>, AttemptStatus> = {
  approval: 'proposed',
  limit: 'limited',
  secondPerson: 'unreleased',
}

/** While they have one of these, the last error says why the notice was not delivered. */
const unsent: ReadonlySet<AttemptStatus> = new Set(['queued', 'bounced', 'unknown'])

/** The status as sent: an answer, or what became of the email or form. */
function statusOf({ status, way, sent_at: sentAt, state, held_for: heldFor }: Row): AttemptStatus {
  if (status !== 'queued' || way === 'form') return status
  if (sentAt) return 'sent'
  if (state === 'held' && heldFor) return statusOfHold[heldFor]
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

/** An attempt of a case. Index: takedown_attempts_pkey. */
export function findAttempt(tx: Tx, companyId: number, takedownId: string, attemptId: string) {
  return selectAttempts(tx, companyId, takedownId).where('attempts.id', '=', attemptId).executeTakeFirst()
}

/** The channels tried in a case, oldest first. Index: takedown_attempts_takedown. */
export async function attemptsOf(tx: Tx, companyId: number, takedownId: string): Promise<Attempt[]> {
  const rows = await selectAttempts(tx, companyId, takedownId)
    .orderBy('attempts.at')
    .orderBy('attempts.id')
    .limit(attemptsMax)
    .execute()
  const isAnyUnreleased = rows.some((row) => statusOf(row) === 'unreleased')
  const needsSecondPerson = isAnyUnreleased && (await policyOf(tx, companyId)).needsSecondPerson
  return rows.map((row) => {
    const status = statusOf(row)
    const author = needsSecondPerson && status === 'unreleased' ? row.written_by : null
    return {
      id: row.id,
      channel: attemptChannels[row.channel],
      way: row.way,
      recipient: row.recipient,
      ...(row.link ? { link: row.link } : {}),
      status,
      ...(author ? { writtenBy: author } : {}),
      purpose: row.purpose,
      ...(row.language ? { language: row.language } : {}),
      ...(row.sent_at ? { sentAt: row.sent_at.toISOString() } : {}),
      ...(unsent.has(status) && row.error ? { problem: inEnglish(row.error) } : {}),
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

/** The status of the newest attempt at each of these recipients, however many a case has. Index: takedown_attempts_takedown. */
export async function statusesOfRecipients(
  tx: Tx,
  companyId: number,
  takedownId: string,
  lowerCased: readonly string[],
): Promise<Map<string, AttemptStatus>> {
  if (lowerCased.length === 0) return new Map()
  const recipient = sql<string>`lower(attempts.recipient)`
  const rows = await selectAttempts(tx, companyId, takedownId)
    .distinctOn(recipient)
    .where(recipient, 'in', lowerCased)
    .orderBy(recipient)
    .orderBy('attempts.at', 'desc')
    .orderBy('attempts.id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.recipient.toLowerCase(), statusOf(row)]))
}

/** What the next step of a case follows from: its newest attempts, newest first. Index: takedown_attempts_takedown. */
export async function followedNotices(tx: Tx, companyId: number, takedownId: string): Promise<FollowedNotice[]> {
  const rows = await selectAttempts(tx, companyId, takedownId)
    .orderBy('attempts.at', 'desc')
    .orderBy('attempts.id', 'desc')
    .limit(attemptsMax)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    channel: row.channel,
    way: row.way,
    recipient: row.recipient,
    purpose: row.purpose,
    status: statusOf(row),
    at: row.at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    answeredAt: row.answered_at?.toISOString() ?? null,
    isEscalated: row.escalated_at !== null,
  }))
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

/**
 * The last email of a case that a mail server accepted and that wasn't refused, with what an answer to it needs; null if there is none.
 *
 * @param recipient only emails to this address
 */
export async function lastSentEmail(tx: Tx, companyId: number, takedownId: string, recipient?: string) {
  const row = await tx
    .selectFrom('takedown_attempts as attempts')
    .innerJoin('mails', (join) =>
      join.onRef('mails.company_id', '=', 'attempts.company_id').onRef('mails.id', '=', 'attempts.mail_id'),
    )
    .select(['attempts.channel', 'attempts.recipient', 'attempts.language', 'attempts.reference', 'attempts.sent_at'])
    .select(['mails.subject', 'mails.text', 'mails.attachments'])
    .where('mails.service', 'is', null)
    .where('attempts.company_id', '=', companyId)
    .where('attempts.takedown_id', '=', takedownId)
    .where('attempts.sent_at', 'is not', null)
    .where('attempts.status', 'not in', ['refused', 'bounced'])
    .$if(recipient !== undefined, (query) => query.where('attempts.recipient', '=', recipient ?? ''))
    .orderBy('attempts.sent_at', 'desc')
    .orderBy('attempts.id')
    .executeTakeFirst()
  return row?.sent_at ? { ...row, sentAt: row.sent_at, language: row.language ?? firstLanguage } : null
}
export type SentNotice = NonNullable<Awaited<ReturnType<typeof lastSentEmail>>>

/** What a new attempt consists of. */
interface NewAttempt extends Pick<Row, 'id' | 'channel' | 'way' | 'recipient' | 'language'> {
  companyId: number
  takedownId: string
  /** Its email or report in the outbox. */
  mailId: string | null
  link?: string | null
  /** The case number that the recipient gave to an earlier attempt. */
  reference?: string | null
  /** Why it was written; a person asked for it if left out. */
  purpose?: AttemptPurpose
  /** Why its email is held although sending is on. */
  heldFor?: Row['held_for']
  /** Who wrote it; left out if the product did. */
  writtenBy?: string
}

export async function insertAttempt(tx: Tx, attempt: NewAttempt): Promise<void> {
  await tx
    .insertInto('takedown_attempts')
    .values({
      company_id: attempt.companyId,
      id: attempt.id,
      takedown_id: attempt.takedownId,
      channel: attempt.channel,
      way: attempt.way,
      recipient: attempt.recipient,
      language: attempt.language,
      provider: providerOf(attempt).slice(0, 253),
      mail_id: attempt.mailId,
      link: attempt.link ?? null,
      status: 'queued',
      reference: attempt.reference ?? null,
      purpose: attempt.purpose ?? 'request',
      held_for: attempt.heldFor ?? null,
      written_by: attempt.writtenBy ?? null,
      answer: null,
    })
    .execute()
}

/** Changes an attempt, which must be locked. Index: takedown_attempts_pkey. */
export async function setAttempt(
  tx: Tx,
  companyId: number,
  attemptId: string,
  change: Partial<Pick<Row, 'status' | 'reference' | 'answer' | 'proof_file_id' | 'sent_at' | 'answered_at'>>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('takedown_attempts')
    .set({ ...change, updated_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', attemptId)
    .execute()
}

/** The language of a notice without one: a form, or one that was written before languages were stored. */
const firstLanguage: NoticeLanguage = 'en'

/** The language that an attempt was written in. Index: takedown_attempts_pkey. */
export async function languageOfAttempt(tx: Tx, companyId: number, attemptId: string): Promise<NoticeLanguage> {
  const row = await tx
    .selectFrom('takedown_attempts')
    .select('language')
    .where('company_id', '=', companyId)
    .where('id', '=', attemptId)
    .executeTakeFirst()
  return row?.language ?? firstLanguage
}

/** The notices of a case that were sent, oldest first. Index: takedown_attempts_takedown. */
export async function sentNotices(tx: Tx, companyId: number, takedownId: string) {
  const rows = await tx
    .selectFrom('takedown_attempts')
    .select(['recipient', 'sent_at'])
    .where('company_id', '=', companyId)
    .where('takedown_id', '=', takedownId)
    .where('sent_at', 'is not', null)
    .orderBy('at')
    .orderBy('id')
    .limit(attemptsMax)
    .execute()
  return rows.flatMap(({ recipient, sent_at: sentAt }) => (sentAt === null ? [] : { recipient, sentAt }))
}

/** The recipient of an attempt. Index: takedown_attempts_pkey. */
export async function recipientOfAttempt(tx: Tx, companyId: number, attemptId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('takedown_attempts')
    .select('recipient')
    .where('company_id', '=', companyId)
    .where('id', '=', attemptId)
    .executeTakeFirst()
  return row?.recipient ?? null
}

/** The email of an attempt that isn't known to have been sent. Index: takedown_attempts_pkey. */
export async function unsentMailOf(tx: Tx, companyId: number, attemptId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('takedown_attempts')
    .select('mail_id')
    .where('company_id', '=', companyId)
    .where('id', '=', attemptId)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  return row?.mail_id ?? null
}

/** The attempt that an email or report of the outbox belongs to. Index: takedown_attempts_mail. */
export function attemptOfMail(tx: Tx, companyId: number, mailId: string) {
  return tx
    .selectFrom('takedown_attempts')
    .select(['id', 'takedown_id', 'channel', 'way', 'recipient', 'purpose'])
    .where('company_id', '=', companyId)
    .where('mail_id', '=', mailId)
    .executeTakeFirst()
}

/** Records the answer of an email; a later receipt doesn't undo what was done or refused. */
export async function recordReply(
  tx: Tx,
  companyId: number,
  attemptId: string,
  { status, answer, at }: { status: ColumnValue<'takedown_attempts.status'>; answer: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('takedown_attempts')
    .set({ status, answer, answered_at: at, updated_at: at })
    .where('company_id', '=', companyId)
    .where('id', '=', attemptId)
    .$if(status === 'acknowledged', (update) => update.where('status', 'not in', ['actioned', 'refused']))
    .execute()
}

/** Undoes what an email was taken for, unless the attempt says something newer by now. Index: takedown_attempts_pkey. */
export async function removeReply(tx: Tx, companyId: number, attemptId: string, answer: string): Promise<void> {
  await tx
    .updateTable('takedown_attempts')
    .set({ status: 'queued', answer: null, answered_at: null, updated_at: new Date() })
    .where('company_id', '=', companyId)
    .where('id', '=', attemptId)
    .where('status', 'in', answeredStatuses)
    .where('answer', '=', answer)
    .execute()
}

/** Records that the notice of an attempt came back; undefined if the provider has answered, which is more than a report of its server. */
export function recordBounce(tx: Tx, companyId: number, attemptId: string) {
  return tx
    .updateTable('takedown_attempts')
    .set({ status: 'bounced', updated_at: new Date() })
    .where('company_id', '=', companyId)
    .where('id', '=', attemptId)
    .where('status', 'in', ['queued', 'sent', 'expired'])
    .returning(['takedown_id', 'mail_id', 'recipient'])
    .executeTakeFirst()
}

/**
 * Whether a notice of a case was sent, sent to a higher contact, answered or refused since an instant. Index: takedown_attempts_takedown.
 */
export async function hasAttempt(
  tx: Tx,
  { company_id: companyId, id }: { company_id: number; id: string },
  fact: 'sent' | 'escalated' | 'answered' | 'refused',
  since: Date,
): Promise<boolean> {
  const attempts = tx
    .selectFrom('takedown_attempts')
    .select('id')
    .where('company_id', '=', companyId)
    .where('takedown_id', '=', id)
  const shown =
    fact === 'sent' || fact === 'escalated'
      ? attempts
          .where('sent_at', '>=', since)
          .$if(fact === 'escalated', (query) => query.where('purpose', '=', 'escalation'))
      : attempts
          .where('answered_at', '>=', since)
          .where('status', 'in', fact === 'refused' ? ['refused'] : ['acknowledged', 'actioned', 'refused'])
  return (await shown.executeTakeFirst()) !== undefined
}
