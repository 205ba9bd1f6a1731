import type { changePassword as contract } from '@signet/contract/account'
import { AppError } from '../../errors.ts'
import type { Handler } from '../../http/mount-contract.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { hashPassword, isHashingBusy, isPassword } from '../sessions/passwords.ts'
import { countRefused } from '../sessions/sessions.queries.ts'
import { refusedPerMinute } from '../sessions/sign-in.ts'
import { endOtherSessions, findPasswordHash, replacePasswordHash } from './account.queries.ts'
import { isCommonPassword } from './common-passwords.ts'

const throttleSeconds = 60

/**
 * Gives the actor a new password and ends every other session.
 *
 * Wrong guesses count together with those at sign-in. The audit record, the new hash and the ended sessions are one transaction.
 *
 * @throws AppError `BAD_REQUEST` naming `body.current` or `body.next`; never 401 or 403, which would sign the client out
 * @throws AppError `TOO_MANY_REQUESTS` after too many wrong passwords, `CONFLICT` when it was changed meanwhile
 */
export const changePassword: Handler<typeof contract> = async (context, { body }) => {
  const { actor, ip } = context
  if (body.next === body.current) throw refused('next', 'must differ from the current one')
  if (body.next.toLowerCase() === actor.email.toLowerCase()) throw refused('next', 'must not be your mail address')
  if (isCommonPassword(body.next)) throw refused('next', 'is one of the first that are guessed')

  const from = await context.identity(async (tx) => {
    const wrong = await countRefused(tx, actor.email, ip)
    if (isHashingBusy() || wrong.byEmail >= refusedPerMinute || wrong.byIp >= refusedPerMinute) {
      throw new AppError('TOO_MANY_REQUESTS', 'Too many attempts; wait a minute.', { retryAfter: throttleSeconds })
    }
    return (await findPasswordHash(tx, actor.userId)).password_hash
  })
  if (!(await isPassword(body.current, from))) {
    context.evenIfRefused(async (tx) => {
      const attempt = { email: actor.email, user_id: actor.userId, ip, user_agent: null }
      await tx
        .insertInto('sign_ins')
        .values({ ...attempt, result: 'refused', reason: 'password change' })
        .execute()
    })
    throw refused('current', 'is not your password')
  }
  const to = await hashPassword(body.next)
  const sessionsEnded = await context.identity(async (tx) => {
    if (!(await replacePasswordHash(tx, actor.userId, { from, to }))) {
      throw new AppError('CONFLICT', 'The password was changed meanwhile.')
    }
    return endOtherSessions(tx, actor.userId, actor.sessionId, 'password changed')
  })
  await recordAudit(context, {
    action: 'account.passwordChanged',
    targetType: 'user',
    targetId: actor.userId,
    after: { sessionsEnded },
  })
}

function refused(field: 'current' | 'next', message: string): AppError {
  return new AppError('BAD_REQUEST', `body.${field}: ${message}`, { details: [{ path: `body.${field}`, message }] })
}
