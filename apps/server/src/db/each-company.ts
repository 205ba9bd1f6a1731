import { sql, type RawBuilder } from 'kysely'
import type { Tx } from './database.ts'
import { isOnCluster } from './sharding/cluster.ts'

/** A statement for a company, of which it gets the id and a table `company` with the column `id`. */
type Statement<Row> = (companyId: RawBuilder<number>, from: RawBuilder<unknown>, isAll: boolean) => RawBuilder<Row>

/**
 * Runs a statement that reads several companies one by one, e.g. the newest rows of each: once for all of them, or for each where their
 * rows are on different nodes, which can't join a list of companies with the rows of each.
 */
export const eachCompany = async <Row>(
  tx: Tx,
  companyIds: readonly number[],
  statement: Statement<Row>,
): Promise<Row[]> => (await mergedCompanies(tx, companyIds, statement)).rows

/**
 * The same for a statement that orders and limits its rows.
 *
 * @param statement also gets whether it is for all of the companies
 * @returns `isMerged` is false for the rows of one company after the other, which the caller orders and limits
 */
export async function mergedCompanies<Row>(
  tx: Tx,
  companyIds: readonly number[],
  statement: Statement<Row>,
): Promise<{ rows: Row[]; isMerged: boolean }> {
  if (companyIds.length > 1 && !(await isOnCluster(tx))) {
    const from = sql`unnest(${companyIds}::int[]) as company (id)`
    return { rows: (await statement(sql<number>`company.id`, from, true).execute(tx)).rows, isMerged: true }
  }
  const rows: Row[] = []
  const isMerged = companyIds.length <= 1
  for (const id of companyIds) {
    const from = sql`(select ${id}::int as id) as company`
    const found = await statement(sql<number>`${id}::int`, from, isMerged).execute(tx)
    rows.push(...found.rows)
  }
  return { rows, isMerged }
}
