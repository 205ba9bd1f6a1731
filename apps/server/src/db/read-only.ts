import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Refuses every change for the rest of the transaction. */
export async function makeReadOnly(tx: Tx): Promise<void> {
  await sql`set transaction read only`.execute(tx)
}
