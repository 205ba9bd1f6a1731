import { sessionEventKey, type SessionAnswer, type SessionUser } from '@signet/contract/access/session'
import { textIn } from '@signet/contract/narrow'
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

export const base = '/api/auth'

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

export async function csrfToken(): Promise<string> {
  const answer = await fetch(`${base}/csrf`, { cache: 'no-store' })
  const body: { csrfToken: string } = await answer.json()
  return body.csrfToken
}

export function postForm(path: string, fields: Record<string, string>): Promise<Response> {
  return fetch(`${base}/${path}`, { method: 'POST', body: new URLSearchParams(fields) })
}

/** Ends the session on the server. Throws when the server couldn't be reached or refused. */
export async function signOut(): Promise<void> {
  const answer = await postForm('signout', { csrfToken: await csrfToken(), callbackUrl: '/', json: 'true' })
  // A refused form token is answered with 200 and the address of the sign-in form.
  if (!answer.ok || textIn(await answer.json(), 'url')?.includes('csrf=')) throw new Error(`${answer.status}`)
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
  return textIn(JSON.parse(new TextDecoder().decode(toBytes(payload))), 'sid') ?? null
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
      if (textIn(JSON.parse(event.newValue), 'event') === 'session') changed()
    } catch {
      // A value of another program under this key isn't a message.
    }
  })
}
