import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** What a user has in addition to the password. */
export interface Factors {
  hasTotp: boolean
  passkeys: number
}

/** Runs in an identity transaction. Indexes: totp_factors_pkey, passkeys_user. */
export async function factorsOf(tx: Tx, userId: string): Promise<Factors> {
  const { rows } = await sql<{ has_totp: boolean; passkeys: number }>`
    select exists (select from totp_factors where user_id = ${userId} and confirmed_at is not null) as has_totp,
      (select count(*)::int from passkeys where user_id = ${userId}) as passkeys`.execute(tx)
  return { hasTotp: rows[0]?.has_totp ?? false, passkeys: rows[0]?.passkeys ?? 0 }
}

/** Removes the one-time codes of a user together with the recovery codes; false if one-time codes weren't enabled. */
export async function deleteTotp(tx: Tx, userId: string): Promise<boolean> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const removed = await tx.deleteFrom('totp_factors').where('user_id', '=', userId).returning('confirmed_at').execute()
  return removed.some(({ confirmed_at }) => confirmed_at !== null)
}

/** Removes every second factor of a user who lost them and returns what was removed. Runs in an identity transaction. */
export async function deleteAllFactors(tx: Tx, userId: string): Promise<Factors> {
  const before = await factorsOf(tx, userId)
  await deleteTotp(tx, userId)
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  return before
}

/** Whether the secret is in use, or waits for its first code. */
export type TotpState = 'confirmed' | 'pending'

/** Stores a secret that isn't confirmed yet, or replaces another such one; false if the user has a confirmed one. */
export async function putPendingTotp(tx: Tx, userId: string, sealed: Buffer): Promise<boolean> {
  const row = await tx
    .insertInto('totp_factors')
    .values({ user_id: userId, secret: sealed, confirmed_at: null })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret: sealed, last_step: 0, created_at: new Date() })
        .where('totp_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The secret of a user, locked so that a code can't be accepted twice. Index: totp_factors_pkey. */
export function lockTotp(tx: Tx, userId: string, state: TotpState) {
  return tx
    .selectFrom('totp_factors')
    .select(['secret', 'last_step'])
    .where('user_id', '=', userId)
    .where('confirmed_at', state === 'confirmed' ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Uses up the code of a time step and all earlier ones; the first code confirms a pending secret. */
export async function spendTotpStep(tx: Tx, userId: string, step: number, state: TotpState): Promise<void> {
  await tx
    .updateTable('totp_factors')
    .set({ last_step: step, ...(state === 'pending' ? { confirmed_at: new Date() } : {}) })
    .where('user_id', '=', userId)
    .execute()
}

/** Replaces all recovery codes of a user. */
export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash, used_at: null })))
    .execute()
}

/** Uses up a recovery code; false if it isn't one of the user's, or was used before. Index: recovery_codes_pkey. */
export async function spendRecoveryCode(tx: Tx, userId: string, hash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
