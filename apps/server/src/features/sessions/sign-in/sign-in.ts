import * as z from 'zod/mini'
import { passwordLength } from '@signet/contract/access/credentials'
import { staffRoles } from '@signet/contract/access/permissions'
import { isOneOf } from '@signet/contract/narrow'
import { CreatedPasskey, PasskeyAssertion } from '@signet/contract/access/factors'
import type { AuthError } from '@signet/contract/access/session'
import type { SessionSettings } from '../../../app/session-settings.ts'
import type { Installation } from '../../../app/context.ts'
import type { ColumnValue } from '../../../db/columns.ts'
import type { Database, Tx } from '../../../db/database.ts'
import { factorsOf } from '../../factors/factors.queries.ts'
import { lockSeconds } from '../../factors/lock-out.ts'
import { addPasskey, usePasskey } from '../../factors/passkeys.ts'
import { deleteUserTokens, findUserToken, newUserToken, useUserToken } from '../../factors/password-tokens.queries.ts'
import { newRecoveryCodes, useRecoveryCode } from '../../factors/recovery-codes.ts'
import { useTotpCode } from '../../factors/totp.ts'
import { audited, type Note, type Origin, type AuditedPerson } from '../audited.ts'
import { openSession, type NewSession } from './open-session.ts'
import { isHashingBusy } from '../passwords/passwords.ts'
import {
  findUserByEmail,
  findUserOfPasskey,
  setLastSignIn,
  lockPassword,
  type SignInUser,
} from '../sessions.queries.ts'
import { insertSignIn, wrongCode } from '../../factors/sign-ins.queries.ts'

/** The credentials of a sign-in; empty text means "not given". */
export interface SignInInput {
  email: string
  password: string
  /** A one-time or recovery code. */
  totp: string
  /** The token that was returned with the request to set up a second factor. */
  enrol: string
  /** The passkey's assertion as JSON; replaces the password. */
  passkey: string
  /** A passkey that the browser created as the first second factor, as JSON; sent with the token for setting one up. */
  newPasskey: string
}

/** What sign-in works with. */
export interface SignInParts {
  database: Database
  session: SessionSettings
  installation: Installation
}

/** Why no session was opened, and what the next step needs: a token for setting up a second factor or a new password, or a passkey. */
export interface SignInRefusal {
  error: AuthError
  more?: { enrol: string } | { token: string } | { passkey: 'true' }
}
/** With recovery codes if this sign-in enabled a first second factor: they are shown only this once. */
export type SignInOutcome = {
  session: NewSession | null
  refusal: SignInRefusal | null
  recoveryCodes?: string[] | undefined
}

const refused = (error: AuthError, more?: SignInRefusal['more']): SignInOutcome => ({
  session: null,
  refusal: { error, ...(more ? { more } : {}) },
})

/**
 * Checks the credentials and opens a session.
 *
 * The password is checked first: nothing about second factors is revealed before it is correct. Unknown user, wrong password and disabled
 * user can't be distinguished by answer or duration.
 */
export async function signIn(parts: SignInParts, credentials: SignInInput, origin: Origin): Promise<SignInOutcome> {
  if (credentials.passkey) return signInByPasskey(parts, credentials.passkey, origin)
  const { database, session } = parts
  const check = session.passwords?.check
  if (!check) return refused('CredentialsSignin')
  const email = credentials.email.trim().toLowerCase().slice(0, 320)

  const user = await database.inIdentity(async (tx) => {
    if (isHashingBusy() || (await lockSeconds(tx, email, origin.ip)) > 0) {
      await logAttempt(tx, { email, user: null, origin }, 'throttled')
      return 'throttled' as const
    }
    return (await findUserByEmail(tx, email)) ?? null
  })
  if (user === 'throttled') return refused('TooManyAttempts')

  // A longer text can't be a password; it is truncated for hashing only, so that it costs no more than any other wrong one.
  const isTooLong = credentials.password.length > passwordLength.max
  const hash = isTooLong ? null : (user?.password_hash ?? null)
  const isRight = await check(credentials.password.slice(0, passwordLength.max), hash)
  if (!user) {
    return database.inIdentity(async (tx) => {
      const isLocked = (await lockSeconds(tx, email, origin.ip)) > 0
      await logAttempt(tx, { email, user, origin }, isLocked ? 'throttled' : 'refused')
      return refused(isLocked ? 'TooManyAttempts' : 'CredentialsSignin')
    })
  }
  const attempt = { email, user, origin }
  return audited(database, personOf(user), origin, async (tx, note) => {
    // Locked and checked again, so that concurrent guesses that passed the first check together are counted one by one. Also, a password
    // change in the meantime, which has ended every other session, must not be followed by a new one.
    const now = await lockPassword(tx, user.id)
    if ((await lockSeconds(tx, email, origin.ip)) > 0) {
      await logAttempt(tx, attempt, 'throttled')
      return refused('TooManyAttempts')
    }
    if (!isRight || now?.password_hash !== user.password_hash || !isActive(user)) {
      await logRefused(tx, note, attempt, null)
      return refused('CredentialsSignin')
    }
    const factor = await checkFactor(parts, tx, note, user, credentials)
    if (factor.error === 'TotpInvalid') await logRefused(tx, note, attempt, wrongCode)
    else if (factor.error) await logAttempt(tx, attempt, 'challenged', factor.error)
    if (factor.error) return refused(factor.error, factor.more)
    return { ...(await admit(parts, tx, user, attempt, now.must_change_password)), recoveryCodes: factor.recoveryCodes }
  })
}

/** A passkey with user verification replaces password and code. */
async function signInByPasskey(parts: SignInParts, text: string, origin: Origin): Promise<SignInOutcome> {
  const { database } = parts
  const assertion = readJson(PasskeyAssertion, text)
  const user = await database.inIdentity(async (tx) => {
    if ((await lockSeconds(tx, null, origin.ip)) > 0) {
      await logAttempt(tx, { email: '', user: null, origin }, 'throttled', 'passkey')
      return 'throttled' as const
    }
    const owner = assertion ? await findUserOfPasskey(tx, assertion.id) : undefined
    if (!owner) await logAttempt(tx, { email: '', user: null, origin }, 'refused', 'passkey')
    return owner
  })
  if (user === 'throttled') return refused('TooManyAttempts')
  if (!user || !assertion) return refused('CredentialsSignin')
  return audited(database, personOf(user), origin, async (tx, note) => {
    const attempt = { email: user.email, user, origin }
    const asserted = await usePasskey(tx, parts.installation, null, assertion)
    if (asserted?.result === 'cloned') {
      const after = { passkeyId: asserted.passkeyId }
      note(
        { action: 'factor.passkeyCopied', targetType: 'user', targetId: user.id, after, result: 'refused' },
        'product',
      )
    }
    if (asserted?.result !== 'ok' || !isActive(user)) {
      // Not counted for the account: passkeys can't be guessed, and forged ones must not lock out others.
      await logAttempt(tx, { ...attempt, email: '' }, 'refused', 'passkey')
      return refused('CredentialsSignin')
    }
    return admit(parts, tx, user, attempt, user.must_change_password)
  })
}

/** The last step: requires a new password if one is due, otherwise opens the session. */
async function admit(
  parts: SignInParts,
  tx: Tx,
  user: SignInUser,
  attempt: Attempt,
  mustChangePassword: boolean,
): Promise<SignInOutcome> {
  if (mustChangePassword) {
    await deleteUserTokens(tx, user.id, ['reset'])
    const { token } = await newUserToken(tx, user.id, 'reset')
    await logAttempt(tx, attempt, 'challenged', 'PasswordChangeRequired')
    return refused('PasswordChangeRequired', { token })
  }
  await setLastSignIn(tx, user.id)
  await logAttempt(tx, attempt, 'ok')
  return { session: await openSession(tx, parts.session.lifetimes, user.id, attempt.origin), refusal: null }
}

interface FactorCheck {
  error: 'TotpRequired' | 'TotpInvalid' | null
  more?: { enrol: string } | { passkey: 'true' }
  recoveryCodes?: string[]
}

/** Whether the second factor, if required, is correct. */
async function checkFactor(
  { session, installation }: SignInParts,
  tx: Tx,
  note: Note,
  user: SignInUser,
  { totp, enrol, newPasskey }: SignInInput,
): Promise<FactorCheck> {
  const { factorKey } = installation
  const target = { targetType: 'user', targetId: user.id } as const
  const { hasTotp, passkeys } = await factorsOf(tx, user.id)
  if (hasTotp || passkeys > 0) {
    // Only after the right password: which factors an account has is its own business.
    if (!totp) return { error: 'TotpRequired', ...(passkeys > 0 ? { more: { passkey: 'true' } } : {}) }
    if (await useTotpCode(tx, factorKey, user.id, totp)) return { error: null }
    if (!(await useRecoveryCode(tx, factorKey, user.id, totp))) return { error: 'TotpInvalid' }
    note({ action: 'factor.recoveryCodeUsed', ...target })
    return { error: null }
  }
  const needsFactor = user.needs_factor || isOneOf(staffRoles, user.role)
  if (!session.staffFactor || !needsFactor) return { error: null }
  const token = enrol ? await findUserToken(tx, enrol, ['enrol']) : undefined
  if (token?.user_id === user.id && totp) {
    if (!(await useTotpCode(tx, factorKey, user.id, totp, 'pending'))) return { error: 'TotpInvalid' }
    await useUserToken(tx, enrol, ['enrol'])
    note({ action: 'factor.totpAdded', ...target })
    return { error: null, recoveryCodes: await newRecoveryCodes(tx, factorKey, user.id) }
  }
  const created = newPasskey ? readJson(CreatedPasskey, newPasskey) : null
  const passkey = token?.user_id === user.id && created ? await addPasskey(tx, installation, user, created) : null
  if (passkey) {
    await useUserToken(tx, enrol, ['enrol'])
    note({ action: 'factor.passkeyAdded', ...target, after: { passkeyId: passkey.id, name: passkey.name } })
    return { error: null, recoveryCodes: await newRecoveryCodes(tx, factorKey, user.id) }
  }
  await deleteUserTokens(tx, user.id, ['enrol'])
  return { error: 'TotpRequired', more: { enrol: (await newUserToken(tx, user.id, 'enrol')).token } }
}

interface Attempt {
  email: string
  user: SignInUser | null
  origin: Origin
}

async function logAttempt(
  tx: Tx,
  { email, user, origin }: Attempt,
  result: ColumnValue<'sign_ins.result'>,
  reason: ColumnValue<'sign_ins.reason'> | null = null,
): Promise<void> {
  const { ip, userAgent } = origin
  await insertSignIn(tx, { email, user_id: user?.id ?? null, ip, user_agent: userAgent, result, reason })
}

/** Counts a wrong guess; the one that locks the account is recorded in the audit. */
async function logRefused(
  tx: Tx,
  note: Note,
  attempt: Attempt & { user: SignInUser },
  reason: typeof wrongCode | null,
) {
  await logAttempt(tx, attempt, 'refused', reason)
  const seconds = await lockSeconds(tx, attempt.email, null)
  if (seconds > 0) {
    const { id } = attempt.user
    note(
      { action: 'account.locked', targetType: 'user', targetId: id, after: { seconds, by: reason ?? 'password' } },
      'product',
    )
  }
}

/** What a browser says about a passkey; null for anything else. */
function readJson<T>(schema: z.ZodMiniType<T>, text: string): T | null {
  try {
    const parsed = z.safeParse(schema, JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    // It isn't JSON, so it doesn't come from a passkey.
    return null
  }
}

const isActive = (user: SignInUser) => user.is_active && user.is_company_active

function personOf({ id, name, email, role, company_id }: SignInUser): AuditedPerson {
  return { userId: id, name, email, role, companyId: company_id }
}
