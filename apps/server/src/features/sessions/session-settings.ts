import { isPassword } from './passwords.ts'
import { lifetimes as defaults } from './tokens.ts'

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
const storeMethods = ['createVerificationToken', 'useVerificationToken', 'getUserByEmail'] as const

/** How people sign in. What is wrong with it is found at start, see `setUpFaultsOf`. */
export interface SessionSettings {
  /** Whether there is a signing secret. */
  hasSecret: boolean
  /** Where sessions live: in the database, where they can be ended. `jwt` is known and not supported. */
  strategy: 'database' | 'jwt'
  /** Sign-in by password and what checks one; null switches it off. */
  passwords: { check: typeof isPassword | null } | null
  /** Sign-in by a mailed link; null, as it is off. */
  mail: { store: Partial<MailTokenStore> | null } | null
  lifetimes: Lifetimes
  /** Whether staff must have a second factor. */
  staffFactor: boolean
}

/** What holds unless it is set: passwords, sessions in the database, a second factor for staff. */
export const defaultSessionSettings: SessionSettings = {
  hasSecret: true,
  strategy: 'database',
  passwords: { check: isPassword },
  mail: null,
  lifetimes: defaults,
  staffFactor: true,
}

/** The set-up errors of next-auth v4 that can arise here, by their codes. */
export type SetUpFault =
  | 'NO_SECRET'
  | 'CALLBACK_CREDENTIALS_HANDLER_ERROR'
  | 'CALLBACK_CREDENTIALS_JWT_ERROR'
  | 'EMAIL_REQUIRES_ADAPTER_ERROR'
  | 'MISSING_ADAPTER_METHODS_ERROR'

/** What is wrong with the settings; with any of it no session call is answered. */
export function setUpFaultsOf({ hasSecret, strategy, passwords, mail }: SessionSettings): SetUpFault[] {
  const faults: SetUpFault[] = []
  if (!hasSecret) faults.push('NO_SECRET')
  if (passwords && !passwords.check) faults.push('CALLBACK_CREDENTIALS_HANDLER_ERROR')
  if (passwords && strategy !== 'database') faults.push('CALLBACK_CREDENTIALS_JWT_ERROR')
  if (mail && !mail.store) faults.push('EMAIL_REQUIRES_ADAPTER_ERROR')
  if (mail?.store && storeMethods.some((name) => typeof mail.store?.[name] !== 'function')) {
    faults.push('MISSING_ADAPTER_METHODS_ERROR')
  }
  return faults
}
