import { createHmac } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { JOSEError } from 'jose/errors'
import type { Keys } from '../../../app/keys.ts'
import { isSame } from '../../../secret-token.ts'

export { hashOf, isSame, newToken } from '../../../secret-token.ts'

const issuer = 'signet'
const audience = 'signet-api'
const algorithm = 'HS256'

/** Lifetimes in seconds; the defaults for sessions (`session-settings.ts`). */
export const lifetimes = {
  accessToken: 10 * 60,
  refreshIdle: 12 * 3600,
  sessionIdle: 12 * 3600,
  sessionMax: 7 * 24 * 3600,
  staffMax: 12 * 3600,
  /** How long a rotated refresh token is still accepted, for tabs that refresh at the same time. */
  refreshGrace: 10,
  poll: 0,
} as const

/** An access token for a session, valid for ten minutes (unless another lifetime is set) while the session is active. */
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

/** The session of an access token; `null` if it isn't ours, has expired or is of another kind. */
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

/** The CSRF cookie for a token: `token|hmac`. */
export function csrfCookieOf(keys: Keys, token: string): string {
  return `${token}|${createHmac('sha256', keys.csrf).update(token).digest('hex')}`
}

/** The token in a CSRF cookie that we created; `null` for any other. */
export function csrfTokenIn(keys: Keys, cookie: string | undefined): string | null {
  const token = cookie?.split('|')[0]
  if (!cookie || !token) return null
  return isSame(cookie, csrfCookieOf(keys, token)) ? token : null
}
