import { sql, type Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import { clusterState } from './cluster.ts'

/**
 * Waits until the rows of a company show what every transaction wrote that the coordinator shows as committed, for readers of its tables
 * that then read rows of the company: a transaction is committed on the coordinator a moment before it is on its node, and while one of
 * both is lost, until both are back. On one server both are the same moment. Runs in a transaction of the company.
 *
 * @throws an error of the class `away` if that takes too long
 */
export async function waitForCommits(tx: Kysely<Tables>, companyId: number): Promise<void> {
  if (!(await clusterState(tx)).commitsTogether) return
  // An aggregate has a row even without records, and any table of companies leads to the node.
  await sql`select wait_for_commits(), count(*) from (select 1 from audit where company_id = ${companyId} limit 1) as one`.execute(
    tx,
  )
}
