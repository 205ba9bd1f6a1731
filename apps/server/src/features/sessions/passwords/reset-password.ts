import { AppError } from '../../../errors.ts'
import { weaknessOf } from '../../factors/breached-passwords.ts'
import {
  deleteUserTokens,
  findUserToken,
  passwordTokenKinds,
  useUserToken,
} from '../../factors/password-tokens.queries.ts'
import { unlock } from '../../factors/sign-ins.queries.ts'
import { audited, type Origin } from '../audited.ts'
import { hashPassword, isHashingBusy } from './passwords.ts'
import { endSessionsOf, findUserById, setPassword } from '../sessions.queries.ts'
import type { SignInParts } from '../sign-in/sign-in.ts'

/**
 * Sets the password of the user who received a link, once: ends all their sessions, resets the count of wrong guesses and invalidates every
 * other such link. A second factor isn't changed.
 *
 * @returns the email address of an invited user, who can be signed in with the new password at once; null for a forgotten password
 * @throws AppError `BAD_REQUEST` naming `body.token` if the link is used, expired or invalid, `body.password` if it is weak
 * @throws AppError `TOO_MANY_REQUESTS` if too many passwords are being hashed
 */
export async function resetPassword(
  { database, installation }: SignInParts,
  { token, password }: { token: string; password: string },
  origin: Origin,
): Promise<string | null> {
  const { user, isInvited } = await database.inIdentity(async (tx) => {
    const found = await findUserToken(tx, token, passwordTokenKinds)
    return { user: found && (await findUserById(tx, found.user_id)), isInvited: found?.kind === 'invite' }
  })
  if (!user || !user.is_active || !user.is_company_active) throw worthless()
  const weakness = await weaknessOf(password, 'body.password', user.email, installation.breachedPasswords)
  if (weakness) throw weakness
  if (isHashingBusy()) throw new AppError('TOO_MANY_REQUESTS', {}, { retryAfter: 1 })
  const hash = await hashPassword(password)
  const { id, name, email, role, company_id } = user
  await audited(database, { userId: id, name, email, role, companyId: company_id }, origin, async (tx, note) => {
    if (!(await useUserToken(tx, token, passwordTokenKinds))) throw worthless()
    await deleteUserTokens(tx, id, passwordTokenKinds)
    await setPassword(tx, id, hash)
    await unlock(tx, id)
    const sessionsEnded = await endSessionsOf(tx, { userId: id }, 'password reset')
    note({ action: 'account.passwordReset', targetType: 'user', targetId: id, after: { sessionsEnded } })
  })
  return isInvited ? email : null
}

const worthless = () => new AppError('LINK_EXPIRED', {}, { at: 'body.token' })
