import { createHmac } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { JOSEError } from 'jose/errors'
import type { Keys } from '../../app/keys.ts'
import { isSame } from '../../secret-token.ts'

export { hashOf, isSame, newToken } from '../../secret-token.ts'

const issuer = 'signet'
const audience = 'signet-api'
const algorithm = 'HS256'

/** Lifetimes, seconds; those of sessions unless they are set (`session-settings.ts`). */
export const lifetimes = {
  accessToken: 10 * 60,
  refreshIdle: 12 * 3600,
  sessionIdle: 12 * 3600,
  sessionMax: 7 * 24 * 3600,
  staffMax: 12 * 3600,
  /** A rotated refresh token is answered this long, for tabs that race. */
  refreshGrace: 10,
} as const

/** An access token for a session, good for ten minutes (unless another life is set) while the session lives. */
export function signAccessToken(
  keys: Keys,
  sessionId: string,
  userId: string,
  seconds: number = lifetimes.accessToken,
): Promise<string> {
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: algorithm, typ: 'at+jwt' })
    .setSubject(userId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(`${seconds}s`)
    .sign(keys.access)
}

/** The session an access token belongs to; `null` when it is not ours, expired or of another kind. */
export async function readAccessToken(keys: Keys, token: string): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, keys.access, {
      issuer,
      audience,
      algorithms: [algorithm],
      typ: 'at+jwt',
    })
    return typeof payload['sid'] === 'string' && /^[0-9a-f-]{36}$/.test(payload['sid']) ? payload['sid'] : null
  } catch (error) {
    if (error instanceof JOSEError) return null
    throw error
  }
}

/** The csrf cookie for a token: `token|hmac`. */
export function csrfCookieOf(keys: Keys, token: string): string {
  return `${token}|${createHmac('sha256', keys.csrf).update(token).digest('hex')}`
}

/** The token inside a csrf cookie that we made; `null` for any other. */
export function csrfTokenIn(keys: Keys, cookie: string | undefined): string | null {
  const token = cookie?.split('|')[0]
  if (!cookie || !token) return null
  return isSame(cookie, csrfCookieOf(keys, token)) ? token : null
}
