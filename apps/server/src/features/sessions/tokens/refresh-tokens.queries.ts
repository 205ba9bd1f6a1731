import type { Lifetimes } from '../../../app/session-settings.ts'
import type { Tx } from '../../../db/database.ts'
import { hashOf } from './tokens.ts'

/** Adds a refresh token to a session. Runs in an identity transaction. */
export function insertRefreshToken(tx: Tx, lifetimes: Lifetimes, sessionId: string, token: string) {
  return tx
    .insertInto('refresh_tokens')
    .values({
      token_hash: hashOf(token),
      session_id: sessionId,
      expires_at: new Date(Date.now() + lifetimes.refreshIdle * 1000),
      rotated_at: null,
      successor_hash: null,
      used_at: null,
    })
    .execute()
}

/** A refresh token with its session and user, locked so that two tabs can't both rotate it. Index: refresh_tokens_pkey. */
export function lockRefreshToken(tx: Tx, hash: Buffer) {
  return tx
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'refresh_tokens.token_hash',
      'refresh_tokens.rotated_at',
      'refresh_tokens.successor_hash',
      'refresh_tokens.expires_at',
      'sessions.id as session_id',
      'sessions.user_id',
      'sessions.ended_at',
      'sessions.expires_at as session_expires_at',
      'users.is_active',
    ])
    .where('refresh_tokens.token_hash', '=', hash)
    .forUpdate('refresh_tokens')
    .executeTakeFirst()
}

/** Marks a refresh token as exchanged for its successor. */
export async function rotateRefreshToken(tx: Tx, hash: Buffer, successorHash: Buffer): Promise<void> {
  await tx
    .updateTable('refresh_tokens')
    .set({ rotated_at: new Date(), used_at: new Date(), successor_hash: successorHash })
    .where('token_hash', '=', hash)
    .execute()
}

/** Whether a refresh token was exchanged or has no hash. Index: refresh_tokens_pkey. */
export async function isRefreshTokenUsed(tx: Tx, hash: Buffer | null): Promise<boolean> {
  if (!hash) return true
  const row = await tx.selectFrom('refresh_tokens').select('used_at').where('token_hash', '=', hash).executeTakeFirst()
  return row?.used_at !== null
}
