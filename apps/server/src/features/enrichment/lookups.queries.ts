import { sql } from 'kysely'
import { ConnectorError } from '@signet/connectors'
import { dayMs } from '@signet/contract/time'
import { clockFactorOf } from '../../db/clock-factor.ts'
import type { Database } from '../../db/database.ts'

/** An answer and when it was fetched, now or by an earlier lookup. */
export interface Lookup<T> {
  answer: T
  fetchedAt: Date
}

/**
 * The answer to a query, from the table while it is valid, otherwise from the service. Failures aren't stored.
 *
 * @param key identifies the query, e.g. `dns login.example`
 */
export async function cached<T extends object>(
  database: Database,
  key: string,
  ttlMs: number,
  now: Date,
  ask: () => Promise<T>,
): Promise<Lookup<T>> {
  const known = await database.inCompanies([], (tx) =>
    tx
      .selectFrom('lookups')
      .select(['answer', 'fetched_at'])
      .where('key', '=', key)
      .where('expires_at', '>', now)
      .$castTo<{ answer: T; fetched_at: Date }>()
      .executeTakeFirst(),
  )
  if (known) return { answer: known.answer, fetchedAt: known.fetched_at }
  const answer = await ask()
  await database.inCompanies([], async (tx) => {
    const expiresAt = new Date(now.getTime() + ttlMs / (await clockFactorOf(tx)))
    const kept = { answer: JSON.stringify(answer), fetched_at: now, expires_at: expiresAt }
    await tx
      .insertInto('lookups')
      .values({ key, ...kept })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(kept))
      .execute()
  })
  return { answer, fetchedAt: now }
}

/** The last answer to a query, however old; null if there was none. */
export async function lastAnswer<T extends object>(database: Database, key: string): Promise<T | null> {
  const row = await database.inCompanies([], (tx) =>
    tx.selectFrom('lookups').select('answer').where('key', '=', key).$castTo<{ answer: T }>().executeTakeFirst(),
  )
  return row?.answer ?? null
}

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
      insert into lookup_gates (server, next_at) values (${server}, clock_timestamp() + ${spacing})
      on conflict (server) do update set next_at = greatest(lookup_gates.next_at, clock_timestamp()) + ${spacing}
      where lookup_gates.next_at < clock_timestamp() + ${wait}
      returning extract(epoch from next_at - ${spacing} - clock_timestamp())::float8 * 1000 as wait_ms`.execute(tx),
  )
  const [row] = rows
  if (row) return Math.max(0, Math.round(row.wait_ms))
  const gate = await database.inCompanies([], (tx) =>
    tx.selectFrom('lookup_gates').select('next_at').where('server', '=', server).executeTakeFirst(),
  )
  throw new ConnectorError('REQUESTS_LIMITED', { host: server }, { retryAt: gate?.next_at })
}

/** Stops queries to a server until an instant, in every process. */
export async function pauseServer(database: Database, server: string, until: Date): Promise<void> {
  await database.inCompanies([], (tx) =>
    sql`insert into lookup_gates (server, next_at) values (${server}, ${until})
      on conflict (server) do update set next_at = greatest(lookup_gates.next_at, excluded.next_at)`.execute(tx),
  )
}

/** Answers are deleted this long after they expired; the bootstrap file is downloaded again only if it has changed. */
const keptMs = 7 * dayMs

/** Deletes expired answers. Index: lookups_expired. */
export async function tidyLookups(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs)
  await database.inCompanies([], async (tx) => {
    await tx.deleteFrom('lookups').where('expires_at', '<', before).execute()
    await tx.deleteFrom('lookup_gates').where('next_at', '<', before).execute()
  })
}
