import type { SessionUser } from '@signet/contract/session'
import { currentToken, keepToken } from '../api/access-token.ts'
import { fetchSession, onOtherTabs, sessionIdOf, signOut, notifyOtherTabs } from './session-client.ts'

/** `failed` means the server could not be asked; nobody is sent away for that. */
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

/** Asks the server who is signed in. A failed question keeps the last answer. */
export function refreshSession(): Promise<Session> {
  loading ??= fetchSession()
    .then((user) => {
      keepToken(user?.accessToken ?? null)
      return become(user ? { status: 'authenticated', user } : { status: 'unauthenticated', user: null })
    })
    .catch(() => (session.user ? session : become({ status: 'failed', user: null })))
    .finally(() => {
      loading = null
    })
  return loading
}

/** The session as known; asked for before the first paint, and again after a question that failed. */
export function settledSession(): Promise<Session> {
  return session.user || session.status === 'unauthenticated' ? Promise.resolve(session) : refreshSession()
}

/** Signs out here and in every tab; the portal forgets the user even if the server can't be reached. */
export async function endSession(): Promise<void> {
  await signOut().catch(() => undefined)
  keepToken(null)
  become({ status: 'unauthenticated', user: null })
}

let ending: Promise<void> | null = null

/**
 * What it comes to that the server refused this tab's session: signed out, here and in every tab. A tab may learn of it late, after
 * somebody has signed in anew in another one: that session is another, so it is taken up and not ended.
 */
export function sessionRefused(): Promise<void> {
  ending ??= followRefusal().finally(() => {
    ending = null
  })
  return ending
}

async function followRefusal(): Promise<void> {
  const refused = sessionIdOf(currentToken())
  const user = await fetchSession().catch(() => undefined)
  // Signed in or out in this tab while it asked: the answer is about the time before.
  if (sessionIdOf(currentToken()) !== refused) return
  if (user && sessionIdOf(user.accessToken) !== refused) {
    keepToken(user.accessToken)
    become({ status: 'authenticated', user })
  } else if (user === null) {
    // There is no session to end; a session that starts at this moment stays.
    keepToken(null)
    become({ status: 'unauthenticated', user: null })
    notifyOtherTabs('signout')
  } else await endSession()
}

/**
 * Keeps the session current: on return to the tab, when another tab signs in or out, and by polling if asked.
 *
 * @param pollMs zero for no polling
 */
export function watchSession(pollMs = 0): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void refreshSession()
  })
  onOtherTabs(() => void refreshSession())
  if (pollMs > 0) {
    setInterval(() => {
      if (navigator.onLine) void refreshSession()
    }, pollMs)
  }
}
