import { randomUUID } from 'node:crypto'
import type { AuthError } from '@signet/contract/session'
import type { Database, Tx } from '../../db/database.ts'
import { isHashingBusy, isPassword } from './passwords.ts'
import { countRefused, endSession, findUserByEmail } from './sessions.queries.ts'
import { hashOf, lifetimes, newToken } from './tokens.ts'

/** Wrong passwords a minute, for one account or from one address, after which no further one is looked at. */
export const refusedPerMinute = 10
const passwordMax = 128

/** Where a request came from, for the log of sign-ins. */
export interface Origin {
  ip: string | null
  userAgent: string | null
}
export interface NewSession {
  sessionId: string
  userId: string
  sessionToken: string
  refreshToken: string
}

/**
 * Checks a password and opens a session.
 *
 * Unknown user, wrong password and disabled user look and last the same.
 *
 * @returns the new session with its two secret tokens, or the `error` value the redirect carries
 */
export async function signIn(
  database: Database,
  credentials: { email: string; password: string },
  origin: Origin,
): Promise<NewSession | AuthError> {
  const email = credentials.email.trim().toLowerCase().slice(0, 320)
  const log = (tx: Tx, result: 'ok' | 'refused' | 'throttled', userId: string | null) =>
    tx
      .insertInto('sign_ins')
      .values({ email, user_id: userId, ip: origin.ip, user_agent: origin.userAgent, result })
      .execute()

  const isThrottled = async (tx: Tx) => {
    const refused = await countRefused(tx, email, origin.ip)
    return refused.byEmail >= refusedPerMinute || refused.byIp >= refusedPerMinute
  }

  const user = await database.inIdentity(async (tx) => {
    if (isHashingBusy() || (await isThrottled(tx))) {
      await log(tx, 'throttled', null)
      return 'TooManyAttempts' as const
    }
    return (await findUserByEmail(tx, email)) ?? null
  })
  if (user === 'TooManyAttempts') return user

  // A longer one is nobody's password; it is cut for the hashing only, so that it costs no more than another wrong one.
  const isTooLong = credentials.password.length > passwordMax
  const isRight = await isPassword(
    credentials.password.slice(0, passwordMax),
    isTooLong ? null : (user?.password_hash ?? null),
  )
  return database.inIdentity(async (tx) => {
    // Asked again: a burst of guesses passes the first question before any of them is on record.
    if (await isThrottled(tx)) {
      await log(tx, 'throttled', user?.id ?? null)
      return 'TooManyAttempts' as const
    }
    if (!user || !isRight || !user.is_active || !user.is_company_active) {
      await log(tx, 'refused', user?.id ?? null)
      return 'CredentialsSignin' as const
    }
    // Asked of the locked row: a password change that overtook us has ended every other session, and this would be one more.
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ last_sign_in_at: new Date() })
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) {
      await log(tx, 'refused', user.id)
      return 'CredentialsSignin' as const
    }
    await log(tx, 'ok', user.id)
    return openSession(tx, user.id, origin)
  })
}

/** Opens a session for a user who proved to be one. Runs in an identity transaction. */
export async function openSession(tx: Tx, userId: string, origin: Origin): Promise<NewSession> {
  const session: NewSession = { sessionId: randomUUID(), userId, sessionToken: newToken(), refreshToken: newToken() }
  await tx
    .insertInto('sessions')
    .values({
      id: session.sessionId,
      user_id: userId,
      token_hash: hashOf(session.sessionToken),
      ip: origin.ip,
      user_agent: origin.userAgent,
      expires_at: secondsFromNow(lifetimes.sessionIdle),
      ended_at: null,
      ended_why: null,
    })
    .execute()
  await insertRefreshToken(tx, session.sessionId, session.refreshToken)
  return session
}

function insertRefreshToken(tx: Tx, sessionId: string, token: string) {
  return tx
    .insertInto('refresh_tokens')
    .values({
      token_hash: hashOf(token),
      session_id: sessionId,
      expires_at: secondsFromNow(lifetimes.refreshIdle),
      rotated_at: null,
      successor_hash: null,
      used_at: null,
    })
    .execute()
}

/** What a refresh gives: the session, and a new token unless another tab has just rotated this one. */
export interface Refreshed {
  sessionId: string
  userId: string
  refreshToken: string | null
}

/**
 * Trades a refresh token for its successor.
 *
 * A rotated token is answered for ten seconds more (tabs that race), without a new cookie and only while its successor is unused;
 * any later use means that somebody kept a copy, and ends the whole session.
 *
 * @returns null when the token is unknown, expired, reused or its session has ended
 */
export function refresh(database: Database, token: string): Promise<Refreshed | null> {
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
      // Locked, so that two tabs cannot both rotate the same token.
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
    await insertRefreshToken(tx, row.session_id, successor)
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

function secondsFromNow(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000)
}
