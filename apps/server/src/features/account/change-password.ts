import type { changePassword as contract } from '@signet/contract/access/account'
import type { IdentityHandler } from '../../app/handler.ts'
import { AppError } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { weaknessOf } from '../factors/breached-passwords.ts'
import { lockSeconds } from '../factors/lock-out.ts'
import { hashPassword, isHashingBusy, isPassword } from '../sessions/passwords/passwords.ts'
import { endOtherSessions, findPasswordHash, replacePasswordHash } from './account.queries.ts'
import { insertWrongGuess } from '../factors/sign-ins.queries.ts'

/**
 * Sets a new password for the actor and ends all other sessions.
 *
 * Wrong guesses count together with those at sign-in. The audit record, the new hash and the ended sessions are one transaction.
 *
 * @throws AppError `BAD_REQUEST` naming `body.current` or `body.next`; never 401 or 403, which would sign the client out
 * @throws AppError `TOO_MANY_REQUESTS` after too many wrong passwords, `CONFLICT` if it was changed in the meantime
 */
export const changePassword: IdentityHandler<typeof contract> = {
  withIdentity: async (context, { body }) => {
    const { actor, ip } = context
    if (body.next === body.current) throw new AppError('PASSWORD_UNCHANGED', {}, { at: 'body.next' })
    const weakness = await weaknessOf(body.next, 'body.next', actor.email, context.installation.breachedPasswords)
    if (weakness) throw weakness

    const from = await context.identity(async (tx) => {
      const wait = await lockSeconds(tx, actor.email, ip)
      if (isHashingBusy() || wait > 0) {
        throw new AppError('TOO_MANY_ATTEMPTS', {}, { retryAfter: Math.max(1, wait) })
      }
      return (await findPasswordHash(tx, actor.userId)).password_hash
    })
    if (!(await isPassword(body.current, from))) {
      context.recordAfterRefusal((tx) => insertWrongGuess(tx, actor, ip, 'passwordChange'))
      throw new AppError('PASSWORD_WRONG', {}, { at: 'body.current' })
    }
    const to = await hashPassword(body.next)
    const sessionsEnded = await context.identity(async (tx) => {
      if (!(await replacePasswordHash(tx, actor.userId, { from, to }))) {
        throw new AppError('STALE_VERSION', { what: 'password' })
      }
      return endOtherSessions(tx, actor.userId, actor.sessionId, 'password changed')
    })
    await recordAudit(context, {
      action: 'account.passwordChanged',
      targetType: 'user',
      targetId: actor.userId,
      after: { sessionsEnded },
    })
  },
}
