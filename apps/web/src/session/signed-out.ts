const key = 'signet.signedOut'
/** Without storage, only this tab knows it, until it is closed. */
let last: string | null = null

/** The id of the session that was last signed out in this browser. */
export function signedOutSession(): string | null {
  try {
    return localStorage.getItem(key) ?? last
  } catch {
    return last
  }
}

/** Remembers a session as signed out, for every tab and after a reload. */
export function markSignedOut(sessionId: string | null): void {
  if (sessionId === null) return
  last = sessionId
  try {
    localStorage.setItem(key, sessionId)
  } catch {
    // See `last`.
  }
}
