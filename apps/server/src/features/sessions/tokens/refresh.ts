import type { Lifetimes } from '../../../app/session-settings.ts'
import type { Database } from '../../../db/database.ts'
import {
  insertRefreshToken,
  isRefreshTokenUsed,
  lockRefreshToken,
  rotateRefreshToken,
} from './refresh-tokens.queries.ts'
import { endSession } from '../sessions.queries.ts'
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
    const row = await lockRefreshToken(tx, hashOf(token))
    const now = Date.now()
    if (!row || row.ended_at || !row.is_active) return null
    if (row.session_expires_at.getTime() <= now || row.expires_at.getTime() <= now) return null

    const answer = { sessionId: row.session_id, userId: row.user_id }
    if (row.rotated_at) {
      const isRacing = now - row.rotated_at.getTime() <= lifetimes.refreshGrace * 1000
      if (isRacing && !(await isRefreshTokenUsed(tx, row.successor_hash))) return { ...answer, refreshToken: null }
      await endSession(tx, row.session_id, 'refresh token used again')
      return null
    }
    const successor = newToken()
    await insertRefreshToken(tx, lifetimes, row.session_id, successor)
    await rotateRefreshToken(tx, row.token_hash, hashOf(successor))
    return { ...answer, refreshToken: successor }
  })
}
