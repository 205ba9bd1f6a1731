import { randomUUID } from 'node:crypto'
import type { Lifetimes } from '../../../app/session-settings.ts'
import type { Tx } from '../../../db/database.ts'
import type { Origin } from '../audited.ts'
import { newToken } from '../tokens/tokens.ts'
import { insertSession } from '../sessions.queries.ts'
import { insertRefreshToken } from '../tokens/refresh-tokens.queries.ts'

export interface NewSession {
  sessionId: string
  userId: string
  sessionToken: string
  refreshToken: string
}

/** Opens a session for an authenticated user. Runs in an identity transaction. */
export async function openSession(tx: Tx, lifetimes: Lifetimes, userId: string, origin: Origin): Promise<NewSession> {
  const session: NewSession = { sessionId: randomUUID(), userId, sessionToken: newToken(), refreshToken: newToken() }
  await insertSession(tx, lifetimes, session, origin)
  await insertRefreshToken(tx, lifetimes, session.sessionId, session.refreshToken)
  return session
}
