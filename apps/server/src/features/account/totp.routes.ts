import type {
  confirmTotp as confirmTotpContract,
  removeTotp as removeTotpContract,
  startTotp as startTotpContract,
} from '@signet/contract/access/factors'
import type { IdentityHandler } from '../../app/handler.ts'
import type { Context } from '../../app/context.ts'
import type { Tx } from '../../db/database.ts'
import type { ColumnValue } from '../../db/columns.ts'
import { AppError } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { factorsOf, deleteTotp } from '../factors/factors.queries.ts'
import { lockSeconds } from '../factors/lock-out.ts'
import { newRecoveryCodes, useRecoveryCode } from '../factors/recovery-codes.ts'
import { startTotp as startTotpOf, useTotpCode } from '../factors/totp.ts'
import { isHashingBusy, isPassword } from '../sessions/passwords/passwords.ts'
import { findPasswordHash } from './account.queries.ts'
import { holdUser } from '../identity/add-user.queries.ts'
import { insertWrongGuess, wrongCode } from '../factors/sign-ins.queries.ts'

/** @throws AppError `CONFLICT` if one-time codes are already enabled */
export const startTotp: IdentityHandler<typeof startTotpContract> = {
  withIdentity: async ({ actor, identity, installation }) => {
    const started = await identity((tx) =>
      startTotpOf(tx, installation.factorKey, { id: actor.userId, email: actor.email }),
    )
    if (!started) throw new AppError('TOTP_IN_USE')
    return started
  },
}

/**
 * @throws AppError `BAD_REQUEST` naming `body.code`; never 401 or 403, which would sign the client out
 * @throws AppError `TOO_MANY_REQUESTS` after too many wrong codes
 */
export const confirmTotp: IdentityHandler<typeof confirmTotpContract> = {
  withIdentity: async (context, { body }) => {
    const { actor, installation } = context
    const recoveryCodes = await context.identity(async (tx) => {
      await waitTurn(context, tx)
      const isRight = await useTotpCode(tx, installation.factorKey, actor.userId, body.code, 'pending')
      return isRight ? newRecoveryCodes(tx, installation.factorKey, actor.userId) : null
    })
    if (!recoveryCodes) {
      countWrong(context, wrongCode)
      throw new AppError('NEW_CODE_WRONG', {}, { at: 'body.code' })
    }
    await recordAudit(context, { action: 'factor.totpAdded', targetType: 'user', targetId: actor.userId })
    return { recoveryCodes }
  },
}

/**
 * @throws AppError `BAD_REQUEST` naming `body.password` or `body.code`, `NOT_FOUND` if there is nothing to remove
 * @throws AppError `TOO_MANY_REQUESTS` after too many wrong ones
 */
export const removeTotp: IdentityHandler<typeof removeTotpContract> = {
  withIdentity: async (context, { body }) => {
    const { actor, installation } = context
    const hash = await context.identity(async (tx) => {
      await waitTurn(context, tx)
      return (await findPasswordHash(tx, actor.userId)).password_hash
    })
    if (isHashingBusy()) throw tooMany(1)
    if (!(await isPassword(body.password, hash))) {
      countWrong(context, 'factorPassword')
      throw new AppError('PASSWORD_WRONG', {}, { at: 'body.password' })
    }
    const removed = await context.identity(async (tx) => {
      await waitTurn(context, tx)
      const { factorKey } = installation
      const isRight =
        (await useTotpCode(tx, factorKey, actor.userId, body.code)) ||
        (await useRecoveryCode(tx, factorKey, actor.userId, body.code))
      if (isRight) return (await deleteTotp(tx, actor.userId)) ? 'removed' : 'none'
      return (await factorsOf(tx, actor.userId)).hasTotp ? 'wrong' : 'none'
    })
    if (removed === 'none') throw new AppError('NOT_FOUND', { what: 'totp' })
    if (removed === 'wrong') {
      countWrong(context, wrongCode)
      throw new AppError('CODE_WRONG', {}, { at: 'body.code' })
    }
    await recordAudit(context, { action: 'factor.totpRemoved', targetType: 'user', targetId: actor.userId })
  },
}

/** Allows one guess at a time, and none while there were too many wrong ones. */
async function waitTurn({ actor, ip }: Context, tx: Tx): Promise<void> {
  await holdUser(tx, actor.userId)
  const wait = await lockSeconds(tx, actor.email, ip)
  if (wait > 0) throw tooMany(wait)
}

const tooMany = (seconds: number) => new AppError('TOO_MANY_ATTEMPTS', {}, { retryAfter: seconds })

function countWrong({ actor, ip, recordAfterRefusal }: Context, reason: ColumnValue<'sign_ins.reason'>): void {
  recordAfterRefusal((tx) => insertWrongGuess(tx, actor, ip, reason))
}
