/** Lifetimes of sessions and tokens in seconds. */
export interface Lifetimes {
  accessToken: number
  refreshIdle: number
  sessionIdle: number
  sessionMax: number
  /** The maximum session length of staff, regardless of `sessionMax`. */
  staffMax: number
  /** How long a rotated refresh token is still accepted, for tabs that refresh at the same time. */
  refreshGrace: number
  /** How often an open portal asks for its session, which keeps the session from becoming idle; 0: only on return to the tab. */
  poll: number
}

/** The token store that sign-in by email would need. */
export interface MailTokenStore {
  createVerificationToken: unknown
  useVerificationToken: unknown
  getUserByEmail: unknown
}

/** How people sign in. Mistakes in it are reported at start, see `features/sessions/session-settings.ts`. */
export interface SessionSettings {
  /** Whether a signing secret is set. */
  hasSecret: boolean
  /** Where sessions are stored: in the database, where they can be ended. `jwt` is recognized but not supported. */
  strategy: 'database' | 'jwt'
  /** Sign-in by password and the function that checks one; null disables it. */
  passwords: { check: ((password: string, stored: string | null) => Promise<boolean>) | null } | null
  /** Sign-in by a link sent by email; null, because it is disabled. */
  mail: { store: Partial<MailTokenStore> | null } | null
  lifetimes: Lifetimes
  /** Whether staff must have a second factor. */
  staffFactor: boolean
}
