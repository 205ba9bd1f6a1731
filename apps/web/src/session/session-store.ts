import type { SessionUser } from '@signet/contract/access/session'
import { currentToken, keepToken } from '../api/access-token.ts'
import { markSignedOut, signedOutSession } from './signed-out.ts'
import { fetchSession, onOtherTabs, sessionIdOf, signOut, notifyOtherTabs } from './session-client.ts'

/** `failed` means that the server couldn't be reached. Users are not redirected in that case. */
export type Session =
  | { status: 'loading' | 'unauthenticated' | 'failed'; user: null }
  | { status: 'authenticated'; user: SessionUser }

let session: Session = { status: 'loading', user: null }
let loading: Promise<Session> | null = null
const listeners = new Set<() => void>()

export function currentSession(): Session {
  return session
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function become(next: Session): Session {
  session = next
  for (const listener of listeners) listener()
  return next
}

/** Delay after which a session that couldn't be requested is requested again, so that the page opens once the server is back. */
const againMs = 2000

let nextPoll: ReturnType<typeof setTimeout> | undefined

/** Requests the session from the server. A failed request keeps the last result; without one, it is repeated. */
export function refreshSession(): Promise<Session> {
  loading ??= openSession()
    .then((user) => {
      keepToken(user?.accessToken ?? null)
      return become(user ? { status: 'authenticated', user } : { status: 'unauthenticated', user: null })
    })
    .catch(() => {
      if (session.user) return session
      setTimeout(() => void refreshSession(), againMs)
      return become({ status: 'failed', user: null })
    })
    .finally(() => {
      loading = null
      clearTimeout(nextPoll)
      const seconds = session.user?.pollSeconds
      if (seconds) nextPoll = setTimeout(() => void refreshSession(), seconds * 1000)
    })
  return loading
}

/** The user of the browser's session. A session that was signed out here is ended instead, so that only a new sign-in opens one. */
async function openSession(): Promise<SessionUser | null> {
  const user = await fetchSession()
  const signedOut = signedOutSession()
  if (!user || signedOut === null || sessionIdOf(user.accessToken) !== signedOut) return user
  await signOut()
  return null
}

/** The session once it is known. It is requested before the first paint, and again after a failed request. */
export function settledSession(): Promise<Session> {
  return session.user || session.status === 'unauthenticated' ? Promise.resolve(session) : refreshSession()
}

/**
 * Signs out in every tab, also without the server: the session is not opened here again, and ending it is repeated until the server
 * responds.
 *
 * @returns whether the server ended the session
 */
export async function endSession(): Promise<boolean> {
  markSignedOut(sessionIdOf(currentToken()))
  const isEnded = await signOut().then(
    () => true,
    () => false,
  )
  keepToken(null)
  become({ status: 'unauthenticated', user: null })
  notifyOtherTabs('signout')
  if (!isEnded) nextPoll = setTimeout(() => void refreshSession(), againMs)
  return isEnded
}

let ending: Promise<void> | null = null

/**
 * Handles a refused session: it signs the user out in every tab. If the user has signed in again in another tab in the meantime, there is a
 * new session, which is adopted instead of ended.
 */
export function sessionRefused(): Promise<void> {
  ending ??= followRefusal().finally(() => {
    ending = null
  })
  return ending
}

async function followRefusal(): Promise<void> {
  const refused = sessionIdOf(currentToken())
  // Without an answer, the session ends like one that was refused.
  const user = await openSession().catch(() => undefined)
  // The user signed in or out in this tab during the request, so its result is outdated.
  if (sessionIdOf(currentToken()) !== refused) return
  if (user && sessionIdOf(user.accessToken) !== refused) {
    keepToken(user.accessToken)
    become({ status: 'authenticated', user })
  } else if (user === null) {
    // There is no session to end. A session that starts at this moment is kept.
    keepToken(null)
    become({ status: 'unauthenticated', user: null })
    notifyOtherTabs('signout')
  } else await endSession()
}

/** Keeps the session up to date: on return to the tab, and when another tab signs in or out. */
export function watchSession(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void refreshSession()
  })
  onOtherTabs(() => void refreshSession())
}
