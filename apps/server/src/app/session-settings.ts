/** Lifetimes of the session protocol, seconds. */
export interface Lifetimes {
  accessToken: number
  refreshIdle: number
  sessionIdle: number
  sessionMax: number
  /** The longest session of staff, whatever `sessionMax` says. */
  staffMax: number
  /** A rotated refresh token is answered this long, for tabs that race. */
  refreshGrace: number
}

/** Where sign-in by mail would keep its tokens. */
export interface MailTokenStore {
  createVerificationToken: unknown
  useVerificationToken: unknown
  getUserByEmail: unknown
}

/** How people sign in. What is wrong with it is found at start, see `features/sessions/session-settings.ts`. */
export interface SessionSettings {
  /** Whether there is a signing secret. */
  hasSecret: boolean
  /** Where sessions live: in the database, where they can be ended. `jwt` is known and not supported. */
  strategy: 'database' | 'jwt'
  /** Sign-in by password and what checks one; null switches it off. */
  passwords: { check: ((password: string, stored: string | null) => Promise<boolean>) | null } | null
  /** Sign-in by a mailed link; null, as it is off. */
  mail: { store: Partial<MailTokenStore> | null } | null
  lifetimes: Lifetimes
  /** Whether staff must have a second factor. */
  staffFactor: boolean
}
