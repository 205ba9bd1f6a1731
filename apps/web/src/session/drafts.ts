import { currentSession } from './session-store.ts'

const prefix = 'signet.draft.'
/** What the keys of drafts began with that were stored without their user. */
const ownerlessPrefix = 'signet.requestDraft.'

/** The key of the user's own draft in the storage of this browser; null when no user is signed in. */
export function draftKey(company: string, name: string): string | null {
  const { user } = currentSession()
  return user && `${prefix}${user.id}.${company}.${name}`
}

/** Deletes the drafts in this browser. */
export function removeDrafts(): void {
  removeOwnerlessDrafts()
  removeKeys(prefix)
}

/** Deletes the drafts of an earlier version, of which nobody knows who wrote them. */
export function removeOwnerlessDrafts(): void {
  removeKeys(ownerlessPrefix)
}

function removeKeys(start: string): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(start)) localStorage.removeItem(key)
  } catch {
    // Without storage there are none.
  }
}
