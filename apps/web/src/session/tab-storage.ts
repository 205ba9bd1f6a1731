/** A text stored for the lifetime of the tab; null if there is none or storage isn't available. */
export function ofTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text for the lifetime of the tab; null deletes it. */
export function keepForTab(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Without storage it lasts until the page is closed.
  }
}
