import type { SessionSettings } from '../../app/session-settings.ts'
import { isPassword } from './passwords/passwords.ts'
import { lifetimes as defaults } from './tokens/tokens.ts'

const storeMethods = ['createVerificationToken', 'useVerificationToken', 'getUserByEmail'] as const

/** The defaults: passwords, sessions in the database, a second factor for staff. */
export const defaultSessionSettings: SessionSettings = {
  hasSecret: true,
  strategy: 'database',
  passwords: { check: isPassword },
  mail: null,
  lifetimes: defaults,
  staffFactor: true,
}

/** The configuration errors of next-auth v4 that can occur here, by their codes. */
export type SetUpFault =
  | 'NO_SECRET'
  | 'CALLBACK_CREDENTIALS_HANDLER_ERROR'
  | 'CALLBACK_CREDENTIALS_JWT_ERROR'
  | 'EMAIL_REQUIRES_ADAPTER_ERROR'
  | 'MISSING_ADAPTER_METHODS_ERROR'

/** What is wrong with the settings; with any such error no session call is answered. */
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
