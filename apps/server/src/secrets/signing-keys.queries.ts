import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { advisoryLocks } from '../db/advisory-locks.ts'

/** Two processes that need the first key at the same time get the same one. */
export async function lockSigning(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.signing})`.execute(tx)
}

/** The key that isn't retired. */
export function currentKey(tx: Tx) {
  return tx
    .selectFrom('signing_keys')
    .select(['id', 'public_key', 'sealed'])
    .where('retired_at', 'is', null)
    .executeTakeFirst()
}

/** Retires the current key, if any, deletes its private part and adds a new one. */
export async function replaceKey(tx: Tx, key: { id: string; public_key: Buffer; sealed: Buffer }): Promise<void> {
  await tx
    .updateTable('signing_keys')
    .set({ sealed: null, retired_at: sql`now()` })
    .where('retired_at', 'is', null)
    .execute()
  await tx.insertInto('signing_keys').values(key).execute()
}

const keysMax = 1000

/** All keys without their private parts, the current one first. */
export function allKeys(tx: Tx) {
  return tx
    .selectFrom('signing_keys')
    .select(['id', 'public_key as publicKey', 'created_at as createdAt', 'retired_at as retiredAt'])
    .orderBy('retired_at', (order) => order.desc().nullsFirst())
    .orderBy('id')
    .limit(keysMax)
    .execute()
}
