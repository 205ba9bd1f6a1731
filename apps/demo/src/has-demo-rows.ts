import { sql } from 'kysely'
import type { Tx } from '@signet/server/db/database'

/** Whether a table contains demo rows of a company, so that an earlier start has already loaded this part. */
export async function hasDemoRows(
  tx: Tx,
  companyId: number,
  table:
    | 'allow_entries'
    | 'assignments'
    | 'domain_observations'
    | 'ingest_jobs'
    | 'leaks'
    | 'news'
    | 'requests'
    | 'saved_views',
): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(table)} where company_id = ${companyId} and is_demo limit 1`.execute(tx)
  return rows.length > 0
}
