import type { CompanyConfig, ModuleFlags } from '../companies/companies.ts'
import type { Theme } from '../companies/portal-settings.ts'
import type { Role } from './permissions.ts'
import type { ThreatSource } from '../threats/sources.ts'

/*
 * The session client uses the wire protocol of next-auth v4 under `/api/auth` (docs/api.md). These calls are form-encoded and not part of
 * the REST contract; this file only contains what both sides must agree on.
 */

/** The user inside `GET /api/auth/session`. */
export interface SessionUser {
  id: string
  name: string
  email: string
  role: Role
  company: string
  config: CompanyConfig
  modules: ModuleFlags
  adminCompanies: string[]
  threatSources: ThreatSource[]
  toutSources: string[]
  /** What the user has chosen; missing if nothing. The language is a tag, e.g. `de-AT`. */
  locale?: string
  timeZone?: string
  theme?: Theme
  /** How often the portal asks for the session; missing if only on return to the tab. */
  pollSeconds?: number
  /** The name of the company whose client the user views the portal as; role and company are then those of that client. */
  viewsAsClientOf?: string
  accessToken: string
}
/** `{}` when no user is signed in, never null. */
export type SessionAnswer = { user: SessionUser; expires: string } | Record<string, never>

/** The `error` values a redirect may carry. */
export const authErrors = [
  'CredentialsSignin',
  'SessionRequired',
  'AccessDenied',
  'OAuthSignin',
  'OAuthCallback',
  'Callback',
  'Configuration',
  'TooManyAttempts',
  'TotpRequired',
  'TotpInvalid',
  'PasswordChangeRequired',
] as const
/** One of `authErrors`. */
export type AuthError = (typeof authErrors)[number]

/** The event key other tabs listen to in browser storage. */
export const sessionEventKey = 'nextauth.message'
/** The error text of a refused refresh, with status 403. */
export const refreshRefused = 'Invalid or Expired Refresh Token'
