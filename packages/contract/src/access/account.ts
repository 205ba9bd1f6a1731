import * as z from 'zod/mini'
import { problem } from '../errors/errors.ts'
import { passwordLength } from './credentials.ts'
import { roles } from './permissions.ts'
import { PortalSettings } from '../companies/portal-settings.ts'
import { route } from '../route.ts'
import { severities } from '../threats/severities.ts'
import { threatSources } from '../threats/sources.ts'
import * as wire from '../wire.ts'

const phone = wire
  .oneLine(40, 1)
  .check(z.refine((written) => /^\+?[\d ()./-]{3,}$/.test(written), problem('NOT_A_PHONE_NUMBER')))
const locale = wire
  .text(35, 1)
  .check(z.refine(isLocale, problem('NOT_A_LOCALE')))
  .check(z.overwrite((tag) => (isLocale(tag) ? (Intl.getCanonicalLocales(tag)[0] ?? tag) : tag)))
/** A name of the time zone database, e.g. `Europe/Oslo`. */
export const timeZone = wire.text(64, 1).check(z.refine(isTimeZone, problem('NOT_A_TIME_ZONE')))

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    // A malformed tag is an expected input here.
    return false
  }
}

/** Whether this is a name of the time zone database; offsets such as `+02:00` have no daylight saving time and aren't names. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    // An unknown zone is an expected input here.
    return false
  }
}

/** A user's own account details. */
export const UserDetails = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  company: z.string(),
  adminCompanies: z.array(z.string()),
  phone: z.optional(z.string()),
  locale: z.optional(z.string()),
  timeZone: z.optional(z.string()),
  mfa: z.object({ totp: z.boolean(), passkeys: z.int() }),
  lastSignIn: z.nullable(wire.time),
})
export type UserDetails = z.output<typeof UserDetails>

/** Requires only a valid session. */
export const getUserDetails = route({
  method: 'GET',
  path: '/user/details',
  summary: 'Get the caller: name, role, companies and last sign-in',
  access: 'account:own',
  response: UserDetails,
})

/** Fields left out don't change. Returns the details after the change; 400 for an unknown language tag or time zone. */
export const changeDetails = route({
  method: 'PATCH',
  path: '/user/details',
  summary: "Change the caller's name, phone number, language or time zone; null clears a value",
  access: 'account:own',
  body: z.strictObject({
    name: z.optional(wire.oneLine(100, 1)),
    phone: z.optional(z.nullable(phone)),
    locale: z.optional(z.nullable(locale)),
    timeZone: z.optional(z.nullable(timeZone)),
  }),
  response: UserDetails,
})

/**
 * Wrong passwords count together with failed sign-ins. 400 (never 401, which would sign the client out) naming `body.current` or
 * `body.next`, 429 with `Retry-After` after too many, 409 when the password changed during this call.
 */
export const changePassword = route({
  method: 'POST',
  path: '/user/password',
  summary: "Change the caller's password and end all their other sessions",
  access: 'account:own',
  status: 204,
  body: z.strictObject({
    current: z.string().check(z.minLength(1), z.maxLength(passwordLength.max)),
    // Not trimmed or normalised: the password is hashed exactly as it was typed.
    next: z
      .string()
      .check(z.minLength(passwordLength.min), z.maxLength(passwordLength.max))
      .check(z.refine((typed) => typed.isWellFormed(), problem('TEXT_NOT_CLEAN'))),
  }),
  response: wire.nothing,
})

/** One of the caller's own sessions that is still active; `current` marks the one of this request. */
export const OwnSession = z.object({
  id: z.string(),
  /** When it was opened. */
  at: wire.time,
  ip: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  current: z.boolean(),
})
export type OwnSession = z.output<typeof OwnSession>

/** Only sessions of the caller, whatever their role; ended and expired ones are left out. */
export const listOwnSessions = route({
  method: 'GET',
  path: '/user/sessions',
  summary: "List the caller's active sessions, newest first",
  access: 'account:own',
  response: z.array(OwnSession),
})

/** The current session can be ended too. 404 for another user's session and for an ended one. */
export const endOwnSession = route({
  method: 'DELETE',
  path: '/user/sessions/{sessionId}',
  summary: "End one of the caller's sessions",
  access: 'account:own',
  status: 204,
  params: z.object({ sessionId: wire.id }),
  response: wire.nothing,
})

/** Returns `ended: 0` when there is no other session; that is not an error. */
export const endOtherSessions = route({
  method: 'DELETE',
  path: '/user/sessions',
  summary: 'End all sessions of the caller except the current one; returns how many ended',
  access: 'account:own',
  response: z.object({ ended: z.int() }),
})

/** The sign-in method; `sso` is the company's identity provider. */
export const signInMethods = ['password', 'passkey', 'sso'] as const
/**
 * The result of a sign-in attempt: `challenged` had the right password and still needed the second factor; `throttled` was refused without
 * a password check, after too many failures.
 */
export const signInResults = ['ok', 'challenged', 'refused', 'throttled'] as const
/** One of `signInResults`. */
export type SignInResult = (typeof signInResults)[number]
/**
 * What was checked, if it wasn't a password at sign-in, or what a challenged attempt still had to provide; `code` is a wrong code,
 * `passwordChange` and `factorPassword` are wrong passwords on the account page.
 */
export const signInReasons = [
  'passkey',
  'sso',
  'code',
  'passwordChange',
  'factorPassword',
  'TotpRequired',
  'PasswordChangeRequired',
] as const

/** One attempt to sign in with the caller's address, by the caller or another person. */
export const OwnSignIn = z.object({
  at: wire.time,
  method: z.enum(signInMethods),
  /** Attempts that only got as far as the second factor are not listed. */
  result: z.enum(['ok', 'refused', 'throttled'] satisfies SignInResult[]),
  ip: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
})
export type OwnSignIn = z.output<typeof OwnSignIn>

/** Includes failed attempts, so that users notice when someone else tries their account. */
export const listOwnSignIns = route({
  method: 'GET',
  path: '/user/signIns',
  summary: 'List the last 20 sign-ins and sign-in attempts of the caller, newest first',
  access: 'account:own',
  response: z.array(OwnSignIn),
})

/** How often digest mails are sent; `off` sends none. */
export const mailRhythms = ['daily', 'weekly', 'off'] as const

/** What a user wants to be notified of; an empty list means every severity or source. */
export const Preferences = z.object({
  mail: z.enum(mailRhythms),
  severities: z.array(z.enum(severities)),
  sources: z.array(z.enum(threatSources)),
})
export type Preferences = z.output<typeof Preferences>

/** A user's settings: notifications and the portal. */
export const OwnPreferences = z.extend(Preferences, { portal: PortalSettings })
export type OwnPreferences = z.output<typeof OwnPreferences>

/** The defaults of a user who never changed them: no email without opting in. */
export const defaultPreferences: OwnPreferences = { mail: 'off', severities: [], sources: [], portal: {} }

/** Returns `defaultPreferences` for a user who never saved any. */
export const getPreferences = route({
  method: 'GET',
  path: '/user/preferences',
  summary: "Get the caller's notification and portal settings",
  access: 'account:own',
  response: OwnPreferences,
})

const mailParts = ['mail', 'severities', 'sources'] as const

/**
 * Portal settings are merged by name: a setting that is left out doesn't change. 400 when `mail`, `severities` and `sources` are not sent
 * together.
 */
export const putPreferences = route({
  method: 'PUT',
  path: '/user/preferences',
  summary:
    "Change the caller's notification settings (email, severities and sources together) or portal settings; missing fields stay unchanged",
  access: 'account:own',
  body: z
    .strictObject({
      mail: z.optional(z.enum(mailRhythms)),
      severities: z.optional(z.array(z.enum(severities)).check(z.maxLength(severities.length), wire.eachOnce())),
      sources: z.optional(z.array(z.enum(threatSources)).check(z.maxLength(threatSources.length), wire.eachOnce())),
      portal: z.optional(PortalSettings),
    })
    .check(
      z.refine((body) => {
        const present = mailParts.filter((part) => body[part] !== undefined).length
        return present === mailParts.length || (present === 0 && body.portal !== undefined)
      }, 'mail, severities and sources come together'),
    ),
  response: OwnPreferences,
})
