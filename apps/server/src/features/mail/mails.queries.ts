import { randomUUID } from 'node:crypto'
import { sql, type Insertable } from 'kysely'
import type { TimePaging, Words } from '@signet/contract/wire'
import { wordsOf } from '../../errors/sentences.ts'
import { countedPage } from '../../db/capped-page.ts'
import { setCompanyScope } from '../../db/company-scope.ts'
import type { Tx } from '../../db/database.ts'
import type { ColumnValue, MailAttachment } from '../../db/columns.ts'
import type { Row } from '../../db/rows.ts'
import type { Tables } from '../../db/tables.ts'
import { restoring } from '../../db/restoring.ts'
import { advisoryLocks } from '../../db/advisory-locks.ts'

export type MailRow = Row<'mails'>

type NewMailRow = Omit<Insertable<Tables['mails']>, 'company_id' | 'error' | 'sending_at' | 'ended_at'>

/** Adds an email to the outbox; false if one with the same `once` was written before. */
export function insertMail(tx: Tx, companyId: number, mail: NewMailRow): Promise<boolean> {
  return inScopeOf(tx, companyId, async () => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('mails')
      .values({ ...mail, company_id: companyId, error: null, sending_at: null, ended_at: null })
      // Without a conflict target: naming one would require the privilege to read, which sign-in doesn't have.
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  })
}

/**
 * An identity transaction has no company, so it gets that of the email for this one insert. A company transaction keeps its scope, and the
 * policy refuses any other company. One that is inside the work of companies writes as `signet_app`, like everything else of that work: on
 * a cluster, only one role can change rows of a company in a transaction.
 */
async function inScopeOf<T>(tx: Tx, companyId: number, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ role: string; companies: string }>`
    select current_user as role, coalesce(current_setting('app.companies', true), '') as companies`.execute(tx)
  const scope = rows[0]
  if (scope?.role !== 'signet_identity') return work()
  const become = async (role: string) => {
    // Not SET, which a cluster would repeat on its nodes.
    if (scope.companies !== '') await sql`select set_config('role', ${role}, true)`.execute(tx)
  }
  await setCompanyScope(tx, [companyId])
  await become('signet_app')
  return restoring(work, async () => {
    await become('signet_identity')
    await setCompanyScope(tx, scope.companies)
  })
}

/**
 * Lets an email that was not sent, or isn't known to have arrived, wait for sending again.
 *
 * @returns its files; null if it is in no such state
 */
export async function requeueMail(
  tx: Tx,
  companyId: number,
  mailId: string,
): Promise<readonly MailAttachment[] | null> {
  const row = await tx
    .updateTable('mails')
    .set({
      state: 'queued',
      attempts: 0,
      error: null,
      not_before: null,
      waiting_since: sql<Date>`now()`,
      ended_at: null,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', mailId)
    .where('state', 'in', ['held', 'failed', 'suppressed', 'unknown'])
    .returning('attachments')
    .executeTakeFirst()
  return row?.attachments ?? null
}

/**
 * Ends emails that have not been sent yet, for a reason that is stored with them. Held ones stay as they are. The caller holds the locks of
 * `mailRefusal`, so no worker is taking one of them.
 */
export async function cancelMails(tx: Tx, companyId: number, mailIds: readonly string[], why: Words): Promise<void> {
  if (mailIds.length === 0) return
  await tx
    .updateTable('mails')
    .set({ state: 'failed', error: JSON.stringify(wordsOf(why)), ended_at: new Date() })
    .where('company_id', '=', companyId)
    .where('id', 'in', mailIds)
    .where('state', '=', 'queued')
    .execute()
}

/** Emails of a company that have been waiting, or being sent, since before an instant. */
export function mailsSince(tx: Tx, companyId: number, state: 'queued' | 'sending', before: Date) {
  return tx
    .selectFrom('mails')
    .select('id')
    .where('company_id', '=', companyId)
    .where('state', '=', state)
    .where(state === 'queued' ? 'waiting_since' : 'sending_at', '<', before)
    .execute()
}

/** Stores an email that the local catcher received. */
export async function insertCaught(tx: Tx, mail: Omit<Insertable<Tables['caught_mails']>, 'id'>): Promise<void> {
  await tx
    .insertInto('caught_mails')
    .values({ id: randomUUID(), ...mail })
    .execute()
}

/** One email, or report to a service, as it was written. Index: mails_pkey. */
export function findMail(tx: Tx, companyId: number, mailId: string) {
  return tx
    .selectFrom('mails')
    .select(['to_address', 'subject', 'text', 'attachments', 'ticket', 'state', 'error'])
    .where('company_id', '=', companyId)
    .where('id', '=', mailId)
    .executeTakeFirst()
}

/** The files of an email that waits to be sent. Index: mails_pkey. */
export async function waitingAttachments(
  tx: Tx,
  companyId: number,
  mailId: string,
): Promise<readonly MailAttachment[]> {
  const row = await tx
    .selectFrom('mails')
    .select('attachments')
    .where('company_id', '=', companyId)
    .where('id', '=', mailId)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  return row?.attachments ?? []
}

/** Puts the file that was made for an email in its place; false if another worker was faster, or it no longer waits. */
export async function putMadeFile(
  tx: Tx,
  { companyId, mailId }: { companyId: number; mailId: string },
  made: { sha256: string; size: number },
): Promise<boolean> {
  const attachments = await waitingAttachments(tx, companyId, mailId)
  const complete = attachments.map(({ name, type, ...file }) =>
    'isMadeOnSending' in file ? { name, type, ...made } : { name, type, ...file },
  )
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set({
      attachments: JSON.stringify(complete),
      made_sha256: made.sha256,
      error: null,
      waiting_since: sql<Date>`now()`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', mailId)
    .where('state', '=', 'queued')
    .where('made_sha256', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Records why the file of a waiting email could not be made; false if it was made, or the email no longer waits. */
export async function recordUnprepared(
  tx: Tx,
  { companyId, mailId }: { companyId: number; mailId: string },
  state: 'queued' | 'failed',
  why: Words,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set({ state, error: JSON.stringify(wordsOf(why)), ended_at: state === 'failed' ? new Date() : null })
    .where('company_id', '=', companyId)
    .where('id', '=', mailId)
    .where('state', '=', 'queued')
    .where('made_sha256', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Claims a waiting email for sending, which is recorded before the mail server is contacted. Undefined if it isn't waiting (any more). */
export function claimMail(tx: Tx, companyId: number, mailId: string): Promise<MailRow | undefined> {
  return tx
    .updateTable('mails')
    .set((set) => ({
      state: 'sending',
      sending_at: sql<Date>`now()`,
      waiting_since: sql<Date>`least(now(), case when attempts = 0 then 'infinity' else waiting_since end)`,
      attempts: set('attempts', '+', 1),
    }))
    .where('company_id', '=', companyId)
    .where('id', '=', mailId)
    .where('state', '=', 'queued')
    .where((where) => where.or([where('not_before', 'is', null), where('not_before', '<=', sql<Date>`now()`)]))
    .returningAll()
    .executeTakeFirst()
}

/**
 * Moves an email to another state if it is still in one of the allowed previous states.
 *
 * @param why the reply of the mail server, or our own reason if there was none
 * @returns false if it isn't in one of them
 */
export async function settleMail(
  tx: Tx,
  companyId: number,
  mailId: string,
  from: readonly ColumnValue<'mails.state'>[],
  to: ColumnValue<'mails.state'>,
  why: Words | null = null,
  { notBefore = null }: { notBefore?: Date | null } = {},
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set({
      state: to,
      error: why && JSON.stringify(wordsOf(why)),
      not_before: notBefore,
      ended_at: to === 'queued' ? null : new Date(),
    })
    .where('company_id', '=', companyId)
    .where('id', '=', mailId)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether an email waits because its recipient named a time before which it must not be sent. */
export async function isPostponed(tx: Tx, companyId: number, mailId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('mails')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', mailId)
    .where('state', '=', 'queued')
    .where('not_before', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores the ticket that a service gave for a report. */
export async function setTicket(tx: Tx, companyId: number, mailId: string, ticket: string): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ ticket: ticket.slice(0, 200) })
    .where('company_id', '=', companyId)
    .where('id', '=', mailId)
    .execute()
}

/**
 * How many emails of a company were attempted since midnight UTC, excluding essential ones; concurrent calls wait for the result. Index:
 * mails_sending.
 */
export async function countToday(tx: Tx, companyId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.mails}, ${companyId})`.execute(tx)
  const { count } = await tx
    .selectFrom('mails')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('company_id', '=', companyId)
    .where('sending_at', '>=', sql<Date>`date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`)
    .where('is_essential', '=', false)
    .where('state', 'in', ['sending', 'sent', 'unknown'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Why emails to an address are currently suppressed, if they are. */
export async function suppressionOf(tx: Tx, companyId: number, address: string): Promise<Words | null> {
  const row = await tx
    .selectFrom('mail_suppressions')
    .select('reason')
    .where('company_id', '=', companyId)
    .where('address', '=', address)
    .where('until', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row?.reason ?? null
}

/** Suppresses emails to an address for some days. */
export async function suppress(tx: Tx, companyId: number, address: string, why: Words, days: number) {
  const reason = JSON.stringify(wordsOf(why))
  const until = sql<Date>`now() + ${`${days} days`}::interval`
  await tx
    .insertInto('mail_suppressions')
    .values({ company_id: companyId, address, reason, until })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'address']).doUpdateSet({ reason, until: (set) => set.ref('excluded.until') }),
    )
    .execute()
}

/** A page of the emails that the local catcher received, newest first. Index: caught_mails_at. */
export async function caughtPage(tx: Tx, companyIds: readonly number[], query: TimePaging) {
  const rows = tx.selectFrom('caught_mails').where('company_id', 'in', companyIds)
  const sorted = rows
    .select(['company_id', 'id', 'at', 'from_text', 'to_text', 'subject', 'text', 'html'])
    .orderBy('at', query.sortDirection)
    .orderBy('id', query.sortDirection)
  return countedPage(rows, sorted, query)
}
