import type { PasskeyOptions } from '../../parts/account/create-passkey.ts'
import { ApiError } from '../../api/api-error.ts'
import { callWithoutSession } from '../../api/call.ts'
import { base, csrfToken, postForm } from '../../session/session-client.ts'
import type { PasskeyQuestion } from '../../parts/account/ask-passkey.ts'

/* Calls of the sign-in steps that few users need, below `/api/auth` (docs/api.md). None of them needs a session. */

async function post(path: string, body: object): Promise<Response> {
  return fetch(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/**
 * The URL of a company's single sign-on, found by the domain of the email address.
 *
 * @throws ApiError with the code of the refusal as its reason
 */
export async function startSso(email: string, callbackUrl: string): Promise<string> {
  const answer = await postForm('signin/sso', { email, callbackUrl, csrfToken: await csrfToken(), json: 'true' })
  // A proxy answers without JSON; the status decides.
  const body: { url?: string } = await answer.json().catch(() => ({}))
  const url = body.url ? new URL(body.url, location.origin) : null
  // A refusal redirects to a URL of this server. All other URLs are those of the identity provider.
  if (url && !url.pathname.startsWith(`${base}/`)) return url.href
  const reason = url?.searchParams.get('error') ?? (answer.status === 429 ? 'TooManyAttempts' : 'Callback')
  throw new ApiError('Refused', { code: 'UNAUTHENTICATED', status: answer.status, reason })
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
 * Sets a new password with the token of a link. Returns the email address of an invited user, who can be signed in at once; nothing for
 * another.
 *
 * @throws ApiError with the token or the password as the refused field, and when there was no response
 */
export const resetPassword = (token: string, password: string) =>
  callWithoutSession<{ email: string } | undefined>('/api/auth/password/reset', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, password }),
  })

/** The WebAuthn options for signing in with a passkey, as JSON. */
export async function passkeyOptions(): Promise<PasskeyQuestion> {
  const answer = await post('passkey/options', {})
  if (!answer.ok) throw new Error(`No options for a passkey (${answer.status})`)
  return answer.json()
}
