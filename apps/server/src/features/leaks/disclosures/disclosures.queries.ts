import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { NewRow, Row } from '../../../db/rows.ts'

export async function insertDisclosure(tx: Tx, row: NewRow<'leak_disclosures'>): Promise<void> {
  await tx.insertInto('leak_disclosures').values(row).execute()
}

/** The newest of a company. Index: leak_disclosures_at. */
export function listDisclosures(tx: Tx, companyId: number, limit: number): Promise<Row<'leak_disclosures'>[]> {
  return tx
    .selectFrom('leak_disclosures')
    .select(['company_id', 'id', 'user_id', 'by_name', 'kind', 'reason', 'at', 'until', 'names'])
    .where('company_id', '=', companyId)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** When a person made the newest disclosures since then. Index: leak_disclosures_user. */
export async function recentDisclosures(
  tx: Tx,
  { companyId, userId }: { companyId: number; userId: string },
  since: Date,
  limit: number,
): Promise<Date[]> {
  const rows = await tx
    .selectFrom('leak_disclosures')
    .select('at')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('at', '>', since)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ at }) => at)
}

/** The disclosure by which names are shown to a person at an instant. Index: leak_disclosures_user. */
export async function findShown(
  tx: Tx,
  { companyId, userId }: { companyId: number; userId: string },
  now: Date,
): Promise<{ reason: string; until: Date } | null> {
  const row = await tx
    .selectFrom('leak_disclosures')
    .select(['reason', 'until'])
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('until', '>', now)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.until ? { reason: row.reason, until: row.until } : null
}

/** Ends what is shown to a person; returns whether anything was. Index: leak_disclosures_user. */
export async function endShown(
  tx: Tx,
  { companyId, userId }: { companyId: number; userId: string },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('leak_disclosures')
    .set({ until: now })
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('until', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** One disclosure of a person at a time, until the end of the transaction: a second click waits for the first. */
export async function holdDisclosures(
  tx: Tx,
  { companyId, userId }: { companyId: number; userId: string },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`leak_disclosures ${companyId} ${userId}`}, 0))`.execute(tx)
}

/** The user names of leaks as they were leaked; of payment cards there are none. Index: leaks_pkey. */
export async function namesOf(tx: Tx, companyId: number, leakIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('leaks')
    .select('username')
    .where('company_id', '=', companyId)
    .where(sql<boolean>`id = any (${leakIds}::uuid[])`)
    .where('username', 'is not', null)
    .where('leak_type', '<>', 'paymentCards')
    .execute()
  return rows.flatMap(({ username }) => username ?? [])
}
