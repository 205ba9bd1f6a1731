import { sql, type RawBuilder } from 'kysely'
import type { Tx } from './database.ts'
import { isOnCluster } from './sharding/cluster.ts'

/**
 * Runs a statement that reads several companies one by one, e.g. the newest rows of each: once for all of them, or for each where their
 * rows are on different nodes, which can't join a list of companies with the rows of each.
 *
 * @param statement gets the id of the company, a table `company` with the column `id` for its `from`, and whether it is for all of the
 *   companies: otherwise the caller merges the rows of each.
 */
export async function eachCompany<Row>(
  tx: Tx,
  companyIds: readonly number[],
  statement: (companyId: RawBuilder<number>, from: RawBuilder<unknown>, isAll: boolean) => RawBuilder<Row>,
): Promise<Row[]> {
  if (companyIds.length > 1 && !(await isOnCluster(tx))) {
    const from = sql`unnest(${companyIds}::int[]) as company (id)`
    return (await statement(sql<number>`company.id`, from, true).execute(tx)).rows
  }
  const rows: Row[] = []
  const isAll = companyIds.length === 1
  for (const id of companyIds) {
    const from = sql`(select ${id}::int as id) as company`
    const found = await statement(sql<number>`${id}::int`, from, isAll).execute(tx)
    rows.push(...found.rows)
  }
  return rows
}
