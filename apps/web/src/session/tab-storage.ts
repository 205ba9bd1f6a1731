/** A text kept for the life of the tab; null without one, or without storage. */
export function ofTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps a text for the life of the tab; null forgets it. */
export function keepForTab(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Without storage it lasts as long as the page.
  }
}
