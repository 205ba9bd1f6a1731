import type { User } from '@signet/contract/access/users'
import { required } from '@signet/contract/narrow'
import type { Context, IdentityContext } from '../../app/context.ts'
import type { Tx } from '../../db/database.ts'
import { forCompany } from '../../db/for-company.ts'
import { AppError, found } from '../../errors.ts'
import { differenceOf } from '../audit/difference-of.ts'
import { recordAudit, type AuditInput } from '../audit/audit.queries.ts'
import { mayManage } from '../identity/user-rules.ts'
import { invitationsTo } from './invitations.queries.ts'
import { findUser, lockUser, toUser, type ManagedUser } from './managed-users.queries.ts'

/** What was done to a user, for the audit log, recorded with the difference between before and after. */
export interface UserChange {
  action: string
  before?: object
  after?: object
}

/** Records an action on a user in the audit of the user's company. */
export async function recordUser(context: Context, user: ManagedUser, change: UserChange): Promise<void> {
  const entry: AuditInput = { ...change, targetType: 'user', targetId: user.id }
  await forCompany(context.tx, user.company_id, () =>
    recordAudit({ ...context, company: { id: user.company_id } }, entry),
  )
}

/** @throws AppError `CONFLICT` if the user is the actor */
export function refuseOneself(context: Context, user: ManagedUser, change: 'role' | 'disable' | 'factor'): void {
  if (user.id === context.actor.userId) throw new AppError('OWN_ACCOUNT', { change })
}

/**
 * Changes a user under a lock and records it; a call without a change and without a reason isn't recorded. A move to another company is
 * recorded in both companies.
 *
 * @throws AppError `NOT_FOUND` if no user has this id, `CONFLICT` if the account has a higher role than the actor
 */
export async function changeLockedUser(
  context: IdentityContext,
  userId: string,
  decide: (row: ManagedUser, tx: Tx) => Promise<UserChange>,
): Promise<User> {
  const changed = await context.identity(async (tx) => {
    const row = found(await lockUser(tx, userId), 'user')
    if (!mayManage(context.actor.role, row.role)) throw new AppError('ACCOUNT_TOO_HIGH')
    const change = await decide(row, tx)
    return { before: row, after: required(await findUser(tx, userId), 'the user'), change }
  })
  await recordChange(context, changed)
  return toUser(changed.after, (await invitationsTo(context, [changed.after])).get(changed.after.id))
}

/** Records what changed of a user; nothing without a difference and without a reason. */
export async function recordChange(
  context: Context,
  { before, after, change }: { before: ManagedUser; after: ManagedUser; change: UserChange },
): Promise<void> {
  const difference = differenceOf(toUser(before), toUser(after), audited)
  if (difference || change.after) {
    const entry = {
      action: change.action,
      before: { ...difference?.before, ...change.before },
      after: { ...difference?.after, ...change.after },
    }
    await recordUser(context, before, entry)
    if (after.company_id !== before.company_id) await recordUser(context, after, entry)
  }
}

const audited = ['name', 'role', 'company', 'adminCompanies', 'isActive'] as const
