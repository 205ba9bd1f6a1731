import { csrfToken, notifyOtherTabs, postForm } from './session-client.ts'

/* Signing in, in a file of its own, because pages of signed-in users don't need it. */

export interface SignInAnswer {
  ok: boolean
  status: number
  /** The error code, from the returned URL. */
  error: string | null
  /** The redirect target on success. */
  url: string | null
  /** The token for continuing after a refusal: with enrolling a second factor, or with a new password. */
  enrol: string | null
  token: string | null
  /** A passkey of the account can be used instead of a code. */
  hasPasskey: boolean
  /** The recovery codes after enrolling a second factor, returned only once. */
  recoveryCodes: string[]
}

/** Posts credentials: email and password, with `totp` if the account requires a code, or the passkey assertion as JSON. */
export async function signIn(credentials: {
  email?: string
  password?: string
  totp?: string | undefined
  /** The token for enrolling a second factor, sent with its first code. */
  enrol?: string
  passkey?: string
  /** The passkey that was created as the second factor, as JSON. */
  newPasskey?: string
  callbackUrl: string
}): Promise<SignInAnswer> {
  const entered = Object.entries(credentials).filter((field): field is [string, string] => field[1] !== undefined)
  const answer = await postForm('callback/credentials', {
    ...Object.fromEntries(entered),
    csrfToken: await csrfToken(),
    json: 'true',
  })
  // A proxy answers without JSON; the status decides.
  const body: { url?: string; recoveryCodes?: string[] } = await answer.json().catch(() => ({}))
  const url = body.url ? new URL(body.url, location.origin) : null
  // With an outdated CSRF token, next-auth responds with 200 and the URL of the sign-in page.
  const stale = url?.searchParams.get('csrf') === 'true'
  const error = url?.searchParams.get('error') ?? (answer.status === 429 ? 'TooManyAttempts' : null)
  const ok = answer.ok && !error && !stale
  if (ok) notifyOtherTabs('getSession')
  return {
    ok,
    status: answer.status,
    error: ok ? null : (error ?? (stale ? 'Csrf' : 'Callback')),
    url: ok ? (url?.href ?? null) : null,
    enrol: url?.searchParams.get('enrol') ?? null,
    token: url?.searchParams.get('token') ?? null,
    hasPasskey: url?.searchParams.has('passkey') ?? false,
    recoveryCodes: body.recoveryCodes ?? [],
  }
}
