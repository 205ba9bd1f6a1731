import { sql } from 'kysely'
import type { KeptRows } from '../app/feature.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Row } from '../db/rows.ts'

/** Rows that something else uses for longer are left for the next run. */
const lockMs = 2000

/** Every company, active or not, with its configuration. */
export function everyCompany(database: Database): Promise<Pick<Row<'companies'>, 'id' | 'config'>[]> {
  return database.inIdentity((tx) => tx.selectFrom('companies').select(['id', 'config']).orderBy('id').execute())
}

/** Deletes some of the rows of a company that are older than an instant. @returns how many */
export async function deleteSomeBefore(
  tx: Tx,
  companyId: number,
  { table, since, except }: KeptRows,
  before: Date,
  max: number,
): Promise<number> {
  await sql`set local lock_timeout = ${sql.lit(lockMs)}`.execute(tx)
  const { numAffectedRows } =
    await sql`delete from ${sql.table(table)} where company_id = ${companyId} and ctid = any (array(
      select ctid from ${sql.table(table)} where company_id = ${companyId} and ${sql.ref(since)} < ${before}
      ${except ? sql`and ${sql.ref(except.column)} <> ${except.value}` : sql``} limit ${max}
    ))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
