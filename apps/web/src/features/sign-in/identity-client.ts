import type { ErrorDetail } from '@signet/contract/errors'
import { sentenceOf } from '../../words/messages.ts'

/*
 * The calls around signing in that next-auth does not know, below `/api/auth` (docs/api.md). None of them needs a session.
 */

async function post(path: string, body: object): Promise<Response> {
  return fetch(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** The secret of a first second factor; null when the token is used or too old. */
export async function startEnrolment(token: string): Promise<{ secret: string; uri: string } | null> {
  const answer = await post('totp/enrol', { token })
  return answer.ok ? ((await answer.json()) as { secret: string; uri: string }) : null
}

/** Asks for a link to a new password; whether there is such a user is never said. */
export async function forgotPassword(email: string): Promise<boolean> {
  return (await post('password/forgot', { email })).ok
}

/** Sets a new password by the token of a link; else which field is wrong, and why. */
export async function resetPassword(
  token: string,
  password: string,
): Promise<'done' | { field: 'token' | 'password'; problem: string } | null> {
  const answer = await post('password/reset', { token, password })
  if (answer.ok) return 'done'
  const body = (await answer.json().catch(() => ({}))) as { details?: ErrorDetail[] }
  const detail = body.details?.[0]
  if (!detail) return null
  return { field: detail.path === 'body.token' ? 'token' : 'password', problem: sentenceOf(detail) }
}

/** What the browser asks a passkey to sign, in the JSON form of WebAuthn. */
export async function passkeyOptions(): Promise<{ challenge: string; rpId?: string; timeout?: number }> {
  const answer = await post('passkey/options', {})
  if (!answer.ok) throw new Error(`No options for a passkey (${answer.status})`)
  return (await answer.json()) as { challenge: string; rpId?: string; timeout?: number }
}
