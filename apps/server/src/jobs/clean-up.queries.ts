import { sql } from 'kysely'
import type { KeptRows } from '../app/feature.ts'
import type { Tx } from '../db/database.ts'

/** Deletes the rows of a company that are older than an instant. */
export async function deleteBefore(
  tx: Tx,
  companyId: number,
  { table, since, except }: KeptRows,
  before: Date,
): Promise<void> {
  await sql`delete from ${sql.table(table)}
    where company_id = ${companyId} and ${sql.ref(since)} < ${before}
      ${except ? sql`and ${sql.ref(except.column)} <> ${except.value}` : sql``}`.execute(tx)
}
