import type { ErrorDetail } from '@signet/contract/errors/errors'
import type { PasskeyOptions } from '../../parts/account/create-passkey.ts'
import { sentenceOf } from '../../words/messages.ts'
import type { PasskeyQuestion } from '../../parts/account/ask-passkey.ts'

/* Sign-in calls that next-auth doesn't cover, below `/api/auth` (docs/api.md). None of them needs a session. */

async function post(path: string, body: object): Promise<Response> {
  return fetch(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** The secret for enrolling a second factor; null if the token was already used or has expired. */
export async function startEnrolment(token: string): Promise<{ secret: string; uri: string } | null> {
  const answer = await post('totp/enrol', { token })
  return answer.ok ? answer.json() : null
}

/** The WebAuthn options for creating a passkey as the second factor; null if the token was already used or has expired. */
export async function startPasskey(token: string): Promise<PasskeyOptions | null> {
  const answer = await post('passkey/enrol', { token })
  return answer.ok ? answer.json() : null
}

/** Requests a password reset link. The response never reveals whether the user exists. */
export async function forgotPassword(email: string): Promise<boolean> {
  return (await post('password/forgot', { email })).ok
}

/**
 * Sets a new password with the token of a link. Returns the email address of an invited user, who can be signed in at once, or null for
 * another; the invalid field and the reason on failure.
 */
export async function resetPassword(
  token: string,
  password: string,
): Promise<{ email: string | null } | { field: 'token' | 'password'; problem: string } | null> {
  const answer = await post('password/reset', { token, password })
  if (answer.ok) return answer.status === 204 ? { email: null } : answer.json()
  // A proxy answers without JSON, and so without details.
  const body: { details?: ErrorDetail[] } = await answer.json().catch(() => ({}))
  const detail = body.details?.[0]
  if (!detail) return null
  return { field: detail.path === 'body.token' ? 'token' : 'password', problem: sentenceOf(detail) }
}

/** The WebAuthn options for signing in with a passkey, as JSON. */
export async function passkeyOptions(): Promise<PasskeyQuestion> {
  const answer = await post('passkey/options', {})
  if (!answer.ok) throw new Error(`No options for a passkey (${answer.status})`)
  return answer.json()
}
