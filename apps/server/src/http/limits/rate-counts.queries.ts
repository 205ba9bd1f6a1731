import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** The requests of one caller that a process counted in the interval that ends at an instant, in ms since 1970. */
export interface Counted {
  gate: string
  caller: string
  endsAt: number
  count: number
}

/** Adds the counts of a process and returns the sums of all. Index: rate_counts_pkey. */
export async function addCounts(tx: Tx, counted: readonly Counted[]): Promise<Omit<Counted, 'endsAt'>[]> {
  const { rows } = await sql<Omit<Counted, 'endsAt'>>`
    insert into rate_counts (gate, caller, ends_at, count)
    select * from unnest(${counted.map(({ gate }) => gate)}::text[], ${counted.map(({ caller }) => caller)}::text[],
      ${counted.map(({ endsAt }) => new Date(endsAt))}::timestamptz[], ${counted.map(({ count }) => count)}::int[])
    on conflict (gate, caller, ends_at) do update set count = rate_counts.count + excluded.count
    returning gate, caller, count`.execute(tx)
  return rows
}

/** Deletes the counts of intervals that have ended. */
export async function deleteEnded(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('rate_counts').where('ends_at', '<', now).execute()
}
