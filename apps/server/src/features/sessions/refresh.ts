import type { Lifetimes } from '../../app/session-settings.ts'
import type { Database, Tx } from '../../db/database.ts'
import { insertRefreshToken } from './open-session.ts'
import { endSession } from './sessions.queries.ts'
import { hashOf, newToken } from './tokens.ts'

/** The result of a refresh: the session, and a new token unless another tab has just rotated this one. */
export interface Refreshed {
  sessionId: string
  userId: string
  refreshToken: string | null
}

/**
 * Exchanges a refresh token for its successor.
 *
 * A rotated token is accepted for ten more seconds (for tabs that refresh at the same time), without a new cookie and only while its
 * successor is unused; any later use means that a copy exists, and ends the whole session.
 *
 * @returns null if the token is unknown, expired or reused, or its session has ended
 */
export function refresh(database: Database, lifetimes: Lifetimes, token: string): Promise<Refreshed | null> {
  return database.inIdentity(async (tx) => {
    const row = await tx
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
      .where('refresh_tokens.token_hash', '=', hashOf(token))
      // Locked, so that two tabs can't both rotate the same token.
      .forUpdate('refresh_tokens')
      .executeTakeFirst()
    const now = Date.now()
    if (!row || row.ended_at || !row.is_active) return null
    if (row.session_expires_at.getTime() <= now || row.expires_at.getTime() <= now) return null

    const answer = { sessionId: row.session_id, userId: row.user_id }
    if (row.rotated_at) {
      const isRacing = now - row.rotated_at.getTime() <= lifetimes.refreshGrace * 1000
      if (isRacing && !(await isUsed(tx, row.successor_hash))) return { ...answer, refreshToken: null }
      await endSession(tx, row.session_id, 'refresh token used again')
      return null
    }
    const successor = newToken()
    await insertRefreshToken(tx, lifetimes, row.session_id, successor)
    await tx
      .updateTable('refresh_tokens')
      .set({ rotated_at: new Date(), used_at: new Date(), successor_hash: hashOf(successor) })
      .where('token_hash', '=', row.token_hash)
      .execute()
    return { ...answer, refreshToken: successor }
  })
}

async function isUsed(tx: Tx, hash: Buffer | null): Promise<boolean> {
  if (!hash) return true
  const row = await tx.selectFrom('refresh_tokens').select('used_at').where('token_hash', '=', hash).executeTakeFirst()
  return row?.used_at !== null
}
