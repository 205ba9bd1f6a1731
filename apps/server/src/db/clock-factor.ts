import { sql } from 'kysely'
import type { Tx } from './database.ts'

/**
 * How many times shorter the waits of takedowns are than their settings say: 1, except in a demo on a local internet
 * (`SIGNET_CLOCK_FACTOR`). A setting of each connection, because all that waits has a transaction.
 */
export async function clockFactorOf(tx: Tx): Promise<number> {
  const { rows } = await sql<{ factor: number }>`
    select coalesce(nullif(current_setting('app.clock_factor', true), ''), '1')::float8 as factor`.execute(tx)
  return rows[0]?.factor ?? 1
}
