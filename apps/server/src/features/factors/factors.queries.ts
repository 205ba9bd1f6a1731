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
export async function removeTotp(tx: Tx, userId: string): Promise<boolean> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const removed = await tx.deleteFrom('totp_factors').where('user_id', '=', userId).returning('confirmed_at').execute()
  return removed.some(({ confirmed_at }) => confirmed_at !== null)
}

/** Removes every second factor of a user who lost them and returns what was removed. Runs in an identity transaction. */
export async function removeAllFactors(tx: Tx, userId: string): Promise<Factors> {
  const before = await factorsOf(tx, userId)
  await removeTotp(tx, userId)
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  return before
}
