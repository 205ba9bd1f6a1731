import { sql } from 'kysely'
import { ConnectorError } from '@signet/connectors'
import type { Database } from '../db/database.ts'

/**
 * Reserves the next slot for querying a server; all processes use the same row.
 *
 * @param spacingMs minimum delay between two queries
 * @param waitMaxMs a slot further away than this isn't reserved
 * @returns how long to wait, in ms
 * @throws ConnectorError `throttled` with the instant of the next slot
 */
export async function takeTurn(
  database: Database,
  server: string,
  spacingMs: number,
  waitMaxMs: number,
): Promise<number> {
  const spacing = sql`${`${spacingMs} milliseconds`}::interval`
  const wait = sql`${`${waitMaxMs} milliseconds`}::interval`
  const { rows } = await database.inCompanies([], (tx) =>
    sql<{ wait_ms: number }>`
      insert into answer_gates (server, next_at) values (${server}, clock_timestamp() + ${spacing})
      on conflict (server) do update set next_at = greatest(answer_gates.next_at, clock_timestamp()) + ${spacing}
      where answer_gates.next_at < clock_timestamp() + ${wait}
      returning extract(epoch from next_at - ${spacing} - clock_timestamp())::float8 * 1000 as wait_ms`.execute(tx),
  )
  const [row] = rows
  if (row) return Math.max(0, Math.round(row.wait_ms))
  const gate = await database.inCompanies([], (tx) =>
    tx.selectFrom('answer_gates').select('next_at').where('server', '=', server).executeTakeFirst(),
  )
  throw new ConnectorError('REQUESTS_LIMITED', { host: server }, { retryAt: gate?.next_at })
}

/** Stops queries to a server until an instant, in every process. */
export async function pauseServer(database: Database, server: string, until: Date): Promise<void> {
  await database.inCompanies([], (tx) =>
    sql`insert into answer_gates (server, next_at) values (${server}, ${until})
      on conflict (server) do update set next_at = greatest(answer_gates.next_at, excluded.next_at)`.execute(tx),
  )
}
