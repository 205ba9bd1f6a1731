import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Lifetimes } from '../../app/session-settings.ts'
import type { Tx } from '../../db/database.ts'
import { staffRoles } from '../factors/staff.ts'
import type { Origin } from './audited.ts'
import { hashOf, newToken } from './tokens.ts'

export interface NewSession {
  sessionId: string
  userId: string
  sessionToken: string
  refreshToken: string
}

/** Opens a session for an authenticated user. Runs in an identity transaction. */
export async function openSession(tx: Tx, lifetimes: Lifetimes, userId: string, origin: Origin): Promise<NewSession> {
  const session: NewSession = { sessionId: randomUUID(), userId, sessionToken: newToken(), refreshToken: newToken() }
  const { sessionIdle, sessionMax, staffMax } = lifetimes
  await tx
    .insertInto('sessions')
    .values({
      id: session.sessionId,
      user_id: userId,
      token_hash: hashOf(session.sessionToken),
      ip: origin.ip,
      user_agent: origin.userAgent,
      expires_at: sql<Date>`now() + make_interval(secs => least(${sessionIdle}::float8, ${sessionMax}::float8,
        (select ${staffMax}::float8 from users where id = ${userId} and role = any (${staffRoles}::text[]))))`,
      ended_at: null,
      ended_why: null,
    })
    .execute()
  await insertRefreshToken(tx, lifetimes, session.sessionId, session.refreshToken)
  return session
}

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
