import { dayMs } from '@signet/contract/time'
import { clockFactorOf } from '../../db/clock-factor.ts'
import type { Database } from '../../db/database.ts'

/** An answer and when it was fetched, now or by an earlier look-up. */
export interface DomainAnswer<T> {
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
): Promise<DomainAnswer<T>> {
  const known = await database.inCompanies([], (tx) =>
    tx
      .selectFrom('domain_answers')
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
      .insertInto('domain_answers')
      .values({ key, ...kept })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(kept))
      .execute()
  })
  return { answer, fetchedAt: now }
}

/** The last answer to a query, however old; null if there was none. */
export async function lastAnswer<T extends object>(database: Database, key: string): Promise<T | null> {
  const row = await database.inCompanies([], (tx) =>
    tx.selectFrom('domain_answers').select('answer').where('key', '=', key).$castTo<{ answer: T }>().executeTakeFirst(),
  )
  return row?.answer ?? null
}

/** Answers are deleted this long after they expired; the bootstrap file is downloaded again only if it has changed. */
const keptMs = 7 * dayMs

/** Deletes expired answers. Index: domain_answers_expired. */
export async function tidyDomainAnswers(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs)
  await database.inCompanies([], async (tx) => {
    await tx.deleteFrom('domain_answers').where('expires_at', '<', before).execute()
    await tx.deleteFrom('answer_gates').where('next_at', '<', before).execute()
  })
}
