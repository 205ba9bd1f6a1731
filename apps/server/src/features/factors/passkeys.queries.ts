import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { minuteMs } from '@signet/contract/time'
import type { Tx } from '../../db/database.ts'
import type { ColumnValue } from '../../db/columns.ts'
import type { NewRow } from '../../db/rows.ts'
import { hashOf } from '../../secret-token.ts'
import type { Row } from '../../db/rows.ts'

// Everything here runs in an identity transaction.

/** How long a challenge can be answered. */
export const challengeMs = 5 * minuteMs
/** Maximum number of passkeys per user. */
export const passkeysMax = 20

const columns = ['id', 'name', 'created_at', 'last_used_at'] as const
/** What its user sees of a passkey. */
export type PasskeyRow = Pick<Row<'passkeys'>, (typeof columns)[number]>

/** Adds a passkey to a user; nothing if it is already registered. */
export function insertPasskey(
  tx: Tx,
  userId: string,
  passkey: Pick<NewRow<'passkeys'>, 'credential_id' | 'public_key' | 'counter' | 'transports' | 'name'>,
) {
  return tx
    .insertInto('passkeys')
    .values({ id: randomUUID(), user_id: userId, last_used_at: null, ...passkey })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(columns)
    .executeTakeFirst()
}

/** A passkey of anyone or of one user, locked so that one counter value can't be accepted twice. Index: passkeys_credential_id_key. */
export function lockPasskey(tx: Tx, credentialId: string, userId: string | null) {
  let query = tx
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', credentialId)
  if (userId) query = query.where('user_id', '=', userId)
  return query.forUpdate().executeTakeFirst()
}

/** Keeps that a passkey was used, and its counter. */
export async function setPasskeyUse(tx: Tx, passkeyId: string, counter: number): Promise<void> {
  await tx.updateTable('passkeys').set({ counter, last_used_at: new Date() }).where('id', '=', passkeyId).execute()
}

/** The passkeys of a user, oldest first. Index: passkeys_user. */
export function passkeysOf(tx: Tx, userId: string) {
  return tx
    .selectFrom('passkeys')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(passkeysMax)
    .execute()
}

/** Removes a passkey of the user; false if there is none with that id. */
export async function deletePasskey(tx: Tx, userId: string, passkeyId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('id', '=', passkeyId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** The passkeys of a user as the library names them. Index: passkeys_user. */
export async function credentialsOf(tx: Tx, userId: string) {
  const rows = await tx
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .limit(passkeysMax)
    .execute()
  return rows.map((row) => ({ id: row.credential_id, transports: row.transports }))
}

/** Keeps a challenge that was issued for this purpose. */
export async function insertChallenge(
  tx: Tx,
  challenge: string,
  purpose: ColumnValue<'passkey_challenges.purpose'>,
  userId: string | null,
) {
  await tx
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: hashOf(challenge),
      user_id: userId,
      purpose,
      expires_at: new Date(Date.now() + challengeMs),
    })
    .execute()
}

/** Whether we issued this challenge for this purpose; it is deleted by the check. */
export async function useChallenge(
  tx: Tx,
  challenge: string,
  purpose: ColumnValue<'passkey_challenges.purpose'>,
  userId: string | null,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashOf(challenge))
    .where('purpose', '=', purpose)
    .where(userId ? sql<boolean>`user_id = ${userId}` : sql<boolean>`user_id is null`)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
