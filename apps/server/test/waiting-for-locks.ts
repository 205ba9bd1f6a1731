import type { Database } from '../src/db/database.ts'
import { onEachNode } from './cluster.ts'

/** How many sessions of this database wait for a lock: on a cluster, on the nodes that have the rows too. */
export async function waitingForLocks(database: Database): Promise<number> {
  let waiting = 0
  await onEachNode(database, async (pool) => {
    const { rows } = await pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_locks join pg_stat_activity using (pid)
       where not granted and datname = current_database()`,
    )
    waiting += rows[0]?.waiting ?? 0
  })
  return waiting
}
