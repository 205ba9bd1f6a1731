import type { PasskeyAssertion } from '@signet/contract/access/factors'
import type { IdentityContext } from '../../app/context.ts'
import { AppError } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { lockSeconds } from './lock-out.ts'
import { usePasskey } from './passkeys.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { useTotpCode } from './totp.ts'
import { holdUser } from '../identity/add-user.queries.ts'
import { insertWrongGuess, wrongCode } from './sign-ins.queries.ts'

/** Proof that the user is still present: a one-time or recovery code, or an assertion that a passkey just signed. */
export interface FreshFactor {
  totp?: string | undefined
  /** Created with the options of POST user/passkeys/assertion. */
  passkey?: PasskeyAssertion | undefined
}

/**
 * Requires the acting user's second factor again before an irreversible action. The given factor is used up.
 *
 * Wrong ones count together with those at sign-in. The record of a wrong one remains when the call is refused.
 *
 * @throws AppError `BAD_REQUEST` if it is missing or wrong; never 401 or 403, which would sign the client out
 * @throws AppError `TOO_MANY_REQUESTS` after five wrong ones
 */
export async function assertFreshFactor(context: IdentityContext, factor: FreshFactor): Promise<void> {
  const { actor, ip, installation } = context
  if (!factor.totp && !factor.passkey) throw new AppError('FACTOR_NEEDED', {}, { at: 'body.totp' })
  const result = await context.identity(async (tx) => {
    // One guess at a time: concurrent requests must not pass the following check together.
    await holdUser(tx, actor.userId)
    const wait = await lockSeconds(tx, actor.email, ip)
    if (wait > 0) {
      throw new AppError('TOO_MANY_ATTEMPTS', {}, { retryAfter: wait })
    }
    if (factor.passkey) {
      const asserted = await usePasskey(tx, installation, actor.userId, factor.passkey)
      return asserted?.result === 'ok' ? 'passkey' : null
    }
    const code = factor.totp ?? ''
    if (await useTotpCode(tx, installation.factorKey, actor.userId, code)) return 'totp'
    return (await useRecoveryCode(tx, installation.factorKey, actor.userId, code)) ? 'recoveryCode' : null
  })
  if (result === 'recoveryCode') {
    await recordAudit(context, {
      action: 'factor.recoveryCodeUsed',
      targetType: 'user',
      targetId: actor.userId,
    })
  }
  if (result) return
  context.recordAfterRefusal(async (tx) => {
    await insertWrongGuess(tx, actor, ip, wrongCode)
  })
  throw factor.passkey
    ? new AppError('PASSKEY_WRONG', {}, { at: 'body.passkey' })
    : new AppError('CODE_WRONG', {}, { at: 'body.totp' })
}
