import { sessionEventKey, type SessionAnswer, type SessionUser } from '@signet/contract/access/session'
import { toBytes } from './base64url.ts'

/*
 * The session client of the portal: the wire protocol of next-auth v4 under /api/auth. It doesn't depend on React and keeps no state;
 * `session-store.ts` does.
 */

declare global {
  interface Window {
    /** The session request that index.html has already sent. */
    signetSession?: Promise<Response> | undefined
  }
}

const base = '/api/auth'

/** Whether passkeys can be created and used here. Browsers bind them to domain names, not to IP addresses. */
export const takesPasskeys = () => 'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(location.hostname)

const ask = () => fetch(`${base}/session`, { cache: 'no-store' })

/** The signed-in user, or null if there is none. Throws when the server couldn't be reached. */
export async function fetchSession(): Promise<SessionUser | null> {
  const early = window.signetSession
  window.signetSession = undefined
  let answer = await (early ?? ask())
  // A server that is busy for a moment asks for another attempt.
  for (let attempts = 1; answer.status === 503 && attempts < 3; attempts += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve, (Number(answer.headers.get('retry-after')) || 1) * 1000)
    })
    answer = await ask()
  }
  if (!answer.ok) throw new Error(`The session could not be read (${answer.status})`)
  const session: SessionAnswer = await answer.json()
  return 'user' in session ? session.user : null
}

async function csrfToken(): Promise<string> {
  const answer = await fetch(`${base}/csrf`, { cache: 'no-store' })
  const body: { csrfToken: string } = await answer.json()
  return body.csrfToken
}

function postForm(path: string, fields: Record<string, string>): Promise<Response> {
  return fetch(`${base}/${path}`, { method: 'POST', body: new URLSearchParams(fields) })
}

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
    recoveryCodes: body.recoveryCodes ?? [],
  }
}

/** Requests the `url` of a company's single sign-on, found by the domain of the email address, or the error code. */
export async function startSso(email: string, callbackUrl: string): Promise<{ url?: string; error?: string }> {
  const answer = await postForm('signin/sso', { email, callbackUrl, csrfToken: await csrfToken(), json: 'true' })
  // A proxy answers without JSON; the status decides.
  const body: { url?: string } = await answer.json().catch(() => ({}))
  if (!body.url) return { error: answer.status === 429 ? 'TooManyAttempts' : 'Callback' }
  const { pathname, searchParams } = new URL(body.url, location.origin)
  // A refusal redirects to a URL of this server. All other URLs are those of the identity provider.
  return pathname.startsWith(`${base}/`) ? { error: searchParams.get('error') ?? 'Callback' } : { url: body.url }
}

/** Ends the session on the server. Other tabs follow. */
export async function signOut(): Promise<void> {
  await postForm('signout', { csrfToken: await csrfToken(), callbackUrl: '/', json: 'true' })
  notifyOtherTabs('signout')
}

/** Sends a client log line. */
export async function clientLog(level: 'warn' | 'error', code: string, message: string): Promise<void> {
  // A failure to log can't be logged.
  await postForm('_log', { level, code, message: message.slice(0, 2000) }).catch(() => undefined)
}

/** The session id in an access token; null without a token. The token isn't verified. */
export function sessionIdOf(token: string | null): string | null {
  const payload = token?.split('.')[1]
  if (!payload) return null
  const claims: { sid?: string } = JSON.parse(new TextDecoder().decode(toBytes(payload)))
  return claims.sid ?? null
}

export function notifyOtherTabs(trigger: 'getSession' | 'signout'): void {
  const timestamp = Math.floor(Date.now() / 1000)
  try {
    localStorage.setItem(sessionEventKey, JSON.stringify({ event: 'session', data: { trigger }, timestamp }))
  } catch {
    // Without storage, other tabs can't be notified.
  }
}

/** Calls back when another tab has signed in or out. */
export function onOtherTabs(changed: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key !== sessionEventKey || !event.newValue) return
    try {
      const message: { event?: string } = JSON.parse(event.newValue)
      if (message.event === 'session') changed()
    } catch {
      // A value of another program under this key isn't a message.
    }
  })
}
