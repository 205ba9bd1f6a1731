import { currentSession } from './session-store.ts'

const prefix = 'signet.draft.'

/** The key of the user's own draft in the storage of this browser; null when no user is signed in. */
export function draftKey(company: string, name: string): string | null {
  const { user } = currentSession()
  return user && `${prefix}${user.id}.${company}.${name}`
}

/** Deletes the drafts in this browser. */
export function removeDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {
    // Without storage there are none.
  }
}
