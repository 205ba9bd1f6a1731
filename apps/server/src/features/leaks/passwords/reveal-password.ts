import type { BodyOf } from '@signet/contract/route'
import type { revealLeak } from '@signet/contract/leaks/leaks'
import { dayMs } from '@signet/contract/time'
import { SecretsError } from '../../../app/secrets.ts'
import type { Context, IdentityContext } from '../../../app/context.ts'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { messageOf } from '../../../errors/sentences.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import { assertFreshFactor } from '../../factors/fresh-factor.ts'
import { applyNotificationRules } from '../../notifications/apply-notification-rules.ts'
import { notify } from '../../notifications/notify.ts'
import { holdUser } from '../../identity/add-user.queries.ts'
import { findRevealedSecret, findSealedLeak, insertReveal, recentReveals } from './reveals.queries.ts'

/** Passwords one user may see within 24 hours, across all companies. */
const revealsMax = 20
/** Above this number, the company's other administrators are notified of each reveal. */
const revealsQuiet = 10

/**
 * Reveals a leaked password after a recent second factor. It checks the allowance, then the second factor, and commits the record of it;
 * only then is the password read. A password that can't be recorded as revealed isn't shown.
 *
 * @throws AppError `NOT_FOUND` if the leak is outside the company or has no stored password
 * @throws AppError `TOO_MANY_REQUESTS` above 20 within 24 hours, with the time when the next one is possible
 * @throws AppError like `assertFreshFactor`
 */
export async function revealPassword(
  context: IdentityContext,
  leakId: string,
  factor: BodyOf<typeof revealLeak>,
): Promise<string> {
  const { tx, company, actor, secrets } = context
  const leak = await findSealedLeak(tx, company.id, leakId)
  if (!leak) throw gone()
  const revealed = await context.identity((identity) => takeFromAllowance(identity, actor.userId, Date.now()))
  await assertFreshFactor(context, factor)
  await recordAudit(context, {
    action: 'leak.revealed',
    targetType: 'leak',
    targetId: leakId,
    after: { entity: leak.entity, within24Hours: revealed },
  })
  if (revealed > revealsQuiet) {
    await notify(tx, {
      companyId: company.id,
      audience: { permission: 'leaks:reveal' },
      except: actor.userId,
      type: 'alert',
      title: messageOf('PASSWORDS_REVEALED', { name: actor.name, count: revealed }),
      href: '/leaks',
    })
  }
  const title = messageOf('PASSWORD_REVEALED', { name: actor.name })
  const href = `/leaks?id=${leakId}`
  const cause = `${leakId} ${new Date().toISOString()}`
  await applyNotificationRules(context, 'passwordRevealed', [{ cause, title, href }])
  await context.commitSoFar()
  return readPassword(context, leakId, secrets)
}

/** Reads the password if the audit contains a record that allows this request to see it. */
async function readPassword({ tx, company, requestId }: Context, leakId: string, secrets: Context['secrets']) {
  const row = await findRevealedSecret(tx, company.id, leakId, requestId)
  if (!row?.secret) throw gone()
  try {
    return await secrets.open(tx, { companyId: company.id, recordId: leakId, field: 'password' }, row.secret)
  } catch (error) {
    // The company's keys were deleted, which is how its passwords are erased.
    if (error instanceof SecretsError) throw gone({ cause: error })
    throw error
  }
}

/** Uses one of the allowance unless it is exhausted; returns the number within 24 hours. */
async function takeFromAllowance(identity: Tx, userId: string, now: number): Promise<number> {
  // One at a time: concurrent requests must not pass the check together.
  await holdUser(identity, userId)
  const recent = await recentReveals(identity, userId, new Date(now - dayMs), revealsMax)
  const oldest = recent[revealsMax - 1]
  if (oldest) {
    const retryAfter = Math.max(1, Math.ceil((oldest.at.getTime() + dayMs - now) / 1000))
    throw new AppError('REVEAL_LIMIT', { max: revealsMax }, { retryAfter })
  }
  await insertReveal(identity, userId, new Date(now))
  return recent.length + 1
}

const gone = (more: { cause?: unknown } = {}) => new AppError('LEAK_WITHOUT_PASSWORD', {}, more)
