import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { ColumnValue } from '../../db/columns.ts'
import type { Row } from '../../db/rows.ts'

export type MailRow = Row<'mails'>

// The first number of an advisory lock; the second one is the company.
const capLock = 7_305_513

/** Claims a waiting email for sending, which is recorded before the mail server is contacted. Undefined if it isn't waiting (any more). */
export function claimMail(tx: Tx, companyId: number, mailId: string): Promise<MailRow | undefined> {
  return tx
    .updateTable('mails')
    .set((set) => ({ state: 'sending', sending_at: sql<Date>`now()`, attempts: set('attempts', '+', 1) }))
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
 * @param error the reply of the mail server, or a code, e.g. `dailyLimit`, if there was none
 * @returns false if it isn't in one of them
 */
export async function settleMail(
  tx: Tx,
  companyId: number,
  mailId: string,
  from: readonly ColumnValue<'mails.state'>[],
  to: ColumnValue<'mails.state'>,
  error: string | null = null,
  { notBefore = null }: { notBefore?: Date | null } = {},
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set({ state: to, error, not_before: notBefore, ended_at: to === 'queued' ? null : new Date() })
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
export async function keepTicket(tx: Tx, companyId: number, mailId: string, ticket: string): Promise<void> {
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
  await sql`select pg_advisory_xact_lock(${capLock}, ${companyId})`.execute(tx)
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
export async function suppressionOf(tx: Tx, companyId: number, address: string): Promise<string | null> {
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
export async function suppress(tx: Tx, companyId: number, address: string, reason: string, days: number) {
  const until = sql<Date>`now() + ${`${days} days`}::interval`
  await tx
    .insertInto('mail_suppressions')
    .values({ company_id: companyId, address, reason, until })
    .onConflict((conflict) => conflict.columns(['company_id', 'address']).doUpdateSet({ reason, until }))
    .execute()
}

/** A page of the emails that the local catcher received, newest first. Index: caught_mails_at. */
export async function caughtPage(
  tx: Tx,
  companyIds: readonly number[],
  query: { pageNumber: number; limit: number; sortDirection: 'asc' | 'desc' },
) {
  const rows = tx.selectFrom('caught_mails').where('company_id', 'in', companyIds)
  const { count } = await rows.select((select) => select.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  const items = await rows
    .select(['company_id', 'id', 'at', 'from_text', 'to_text', 'subject', 'text', 'html'])
    .orderBy('at', query.sortDirection)
    .orderBy('id', query.sortDirection)
    .limit(query.limit)
    .offset((query.pageNumber - 1) * query.limit)
    .execute()
  return { items, total: Number(count) }
}
