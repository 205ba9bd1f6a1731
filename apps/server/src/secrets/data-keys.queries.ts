import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { advisoryLocks } from '../db/advisory-locks.ts'
import type { Tx } from '../db/database.ts'
import type { WrappedKey } from './key-provider.ts'

/** The purpose of a data key: encrypting secrets, or computing their look-up hashes. */
export type KeyPurpose = 'seal' | 'lookup'

/** A data key with the fields needed to unwrap it. */
export interface StoredKey extends WrappedKey {
  id: string
  purpose: KeyPurpose
  /** Whether it was committed before this transaction began: only then may it be cached, because a new one may still be rolled back. */
  isSettled: boolean
}

const columns = [
  'id',
  'purpose',
  'kek_id as kekId',
  'wrapped',
  sql<boolean>`created_at < transaction_timestamp()`.as('isSettled'),
] as const

/**
 * The current key for a purpose and year, the newest of its generations. Locked until the end of the transaction, so that a key isn't
 * deleted before values encrypted with it are visible. Index: data_keys_use.
 */
export async function holdCurrentKey(
  tx: Tx,
  companyId: number,
  purpose: KeyPurpose,
  year: number,
): Promise<StoredKey | null> {
  const row = await tx
    .selectFrom('data_keys')
    .select(columns)
    .where('company_id', '=', companyId)
    .where('purpose', '=', purpose)
    .where('year', '=', year)
    .orderBy('generation', 'desc')
    .limit(1)
    .forKeyShare()
    .executeTakeFirst()
  return row ?? null
}

/** One key by its id. */
export async function findKey(tx: Tx, companyId: number, keyId: string): Promise<StoredKey | null> {
  const row = await tx
    .selectFrom('data_keys')
    .select(columns)
    .where('company_id', '=', companyId)
    .where('id', '=', keyId)
    .executeTakeFirst()
  return row ?? null
}

export interface NewDataKey {
  companyId: number
  purpose: KeyPurpose
  year: number
  /** Whether it follows other generations. */
  isNext: boolean
}

/** Adds the next generation of a key, or the first; if another process does the same at this moment, only one of the two keys is stored. */
export async function insertDataKey(
  tx: Tx,
  key: NewDataKey,
  wrap: (keyId: string) => Promise<WrappedKey>,
): Promise<void> {
  const id = randomUUID()
  const { kekId, wrapped } = await wrap(id)
  const { generation } = await tx
    .selectFrom('data_keys')
    .select(sql<number>`coalesce(max(generation), 0)`.as('generation'))
    .where('company_id', '=', key.companyId)
    .where('purpose', '=', key.purpose)
    .where('year', '=', key.year)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('data_keys')
    .values({
      company_id: key.companyId,
      id,
      purpose: key.purpose,
      year: key.year,
      generation: key.isNext ? generation + 1 : 1,
      kek_id: kekId,
      wrapped,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'purpose', 'year', 'generation']).doNothing())
    .execute()
}

/** Keys of a company that are not wrapped with the given KEK. */
export function keysNotWrappedBy(tx: Tx, companyId: number, kekId: string): Promise<StoredKey[]> {
  return tx
    .selectFrom('data_keys')
    .select(columns)
    .where('company_id', '=', companyId)
    .where('kek_id', '<>', kekId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Replaces the wrapping of a key; the key itself doesn't change, so values encrypted with it stay readable. */
export async function rewrapKey(tx: Tx, companyId: number, keyId: string, { kekId, wrapped }: WrappedKey) {
  await tx
    .updateTable('data_keys')
    .set({ kek_id: kekId, wrapped })
    .where('company_id', '=', companyId)
    .where('id', '=', keyId)
    .execute()
}

/** The KEKs that keys of these companies are wrapped with. */
export async function kekIdsInUse(tx: Tx, companyIds: readonly number[]): Promise<Set<string>> {
  if (companyIds.length === 0) return new Set()
  const rows = await tx
    .selectFrom('data_keys')
    .select('kek_id')
    .distinct()
    .where('company_id', 'in', companyIds)
    .execute()
  return new Set(rows.map((row) => row.kek_id))
}

/** The ids of the previous keys; waits for transactions that still use them and prevents new ones from using them. */
export async function holdOtherSealKeys(tx: Tx, companyId: number, currentId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('data_keys')
    .select('id')
    .where('company_id', '=', companyId)
    .where('purpose', '=', 'seal')
    .where('id', '<>', currentId)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes keys of a company: all of them, or the given ones. Values encrypted with them can never be decrypted again. */
export async function deleteKeys(tx: Tx, companyId: number, keyIds?: readonly string[]): Promise<number> {
  if (keyIds?.length === 0) return 0
  const { numDeletedRows } = await tx
    .deleteFrom('data_keys')
    .where('company_id', '=', companyId)
    .$call((query) => (keyIds !== undefined ? query.where('id', 'in', keyIds) : query))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Waits until no other process rotates the keys; the connection keeps others from it until it is closed. */
export async function holdRotation(client: PoolClient): Promise<void> {
  await client.query('set statement_timeout = 0')
  await client.query('select pg_advisory_lock($1)', [advisoryLocks.keyRotation])
}
