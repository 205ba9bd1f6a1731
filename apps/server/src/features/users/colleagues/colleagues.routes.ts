import type * as contract from '@signet/contract/access/colleagues'
import { invitationsPerDay, type Colleague } from '@signet/contract/access/colleagues'
import { clientRoles } from '@signet/contract/access/permissions'
import { userStateOf, type Invitation } from '@signet/contract/access/users'
import { isOneOf, required } from '@signet/contract/narrow'
import type { Context, IdentityContext } from '../../../app/context.ts'
import type { IdentityHandler } from '../../../app/handler.ts'
import type { Tx } from '../../../db/database.ts'
import { AppError, found } from '../../../errors.ts'
import { addUser } from '../../identity/add-user.queries.ts'
import { noPassword } from '../../identity/no-password.ts'
import { recordChange, recordUser, refuseOneself, type UserChange } from '../change-user.ts'
import { invitationsTo } from '../invitations.queries.ts'
import { inviteUser } from '../invite-user.ts'
import { findUser, toUser, setUser, type ManagedUser } from '../managed-users.queries.ts'
import { shutOut } from '../shut-out.ts'
import {
  colleaguesOf,
  countEnabled,
  holdColleagues,
  invitationsSent,
  isProvisioned,
  lockColleague,
  userLimitOf,
} from './colleagues.queries.ts'

export const listColleagues: IdentityHandler<typeof contract.listColleagues> = {
  withIdentity: async (context) => {
    const { identity, company } = context
    const { limit, rows } = await identity(async (tx) => ({
      limit: await userLimitOf(tx, company.id),
      rows: await colleaguesOf(tx, company.id),
    }))
    const invitations = await invitationsTo(context, rows)
    const users = rows.map((row) => toColleague(row, invitations.get(row.id)))
    return { limit, enabled: rows.filter((row) => row.is_active).length, users }
  },
}

/**
 * @throws AppError `CONFLICT` if the email address is taken or the company is at its limit, `TOO_MANY_REQUESTS` after too many invitations
 */
export const inviteColleague: IdentityHandler<typeof contract.inviteColleague> = {
  withIdentity: async (context, { body }) => {
    const { company, identity } = context
    await identity((tx) => refuseOverLimit(tx, company.id))
    await refuseTooManyInvitations(context)
    const row = await identity(async (tx) => {
      const { userId, isNew } = await addUser(tx, {
        email: body.email,
        name: body.name,
        role: body.role,
        companyId: company.id,
        adminCompanyIds: [],
        passwordHash: noPassword,
        needsFactor: true,
      })
      if (!isNew) throw new AppError('ADDRESS_TAKEN', {}, { at: 'body.email' })
      const added = required(await findUser(tx, userId), 'the user')
      await inviteUser(tx, context, added, company.name)
      return added
    })
    const { email, name, role } = row
    await recordUser(context, row, { action: 'user.invited', after: { email, name, role, company: row.company } })
    return toColleague(row, (await invitationsTo(context, [row])).get(row.id))
  },
}

/** Disabling a disabled user has no effect. @throws AppError `CONFLICT` for oneself and the last client */
export const disableColleague: IdentityHandler<typeof contract.disableColleague> = {
  withIdentity: (context, { params }) =>
    changeColleague(context, params.userId, async (row, tx) => {
      refuseOneself(context, row, 'disable')
      if (row.is_active) {
        await shutOut(tx, row.id)
        if ((await countEnabled(tx, row.company_id)).clients === 0) throw new AppError('LAST_CLIENT')
      }
      return { action: 'user.disabled' }
    }),
}

/** @throws AppError `CONFLICT` at the company's limit, and for a user of its identity provider */
export const enableColleague: IdentityHandler<typeof contract.enableColleague> = {
  withIdentity: (context, { params }) =>
    changeColleague(context, params.userId, async (row, tx) => {
      if (!row.is_active) {
        // Deactivated there, the person may have left the company.
        if (await isProvisioned(tx, row.id)) throw new AppError('PROVISIONED_ACCOUNT')
        await refuseOverLimit(tx, row.company_id)
        await setUser(tx, row.id, { is_active: true })
      }
      return { action: 'user.enabled' }
    }),
}

/** @throws AppError `CONFLICT` if the user has a password or is disabled, `TOO_MANY_REQUESTS` after too many invitations */
export const resendColleagueInvite: IdentityHandler<typeof contract.resendColleagueInvite> = {
  withIdentity: async (context, { params }) => {
    await context.identity((tx) => holdColleagues(tx, context.company.id))
    await refuseTooManyInvitations(context)
    return changeColleague(context, params.userId, async (row, tx) => {
      if (!row.is_active) throw new AppError('SIGN_IN_DISABLED')
      if (!row.is_invited) throw new AppError('INVITATION_ACCEPTED')
      await inviteUser(tx, context, row, context.company.name)
      return { action: 'user.invited', after: { email: row.email } }
    })
  },
}

/**
 * Changes a user of the actor's company under a lock and records it. @throws AppError `NOT_FOUND` for staff and users of other companies
 */
async function changeColleague(
  context: IdentityContext,
  userId: string,
  decide: (row: ManagedUser, tx: Tx) => Promise<UserChange>,
): Promise<Colleague> {
  const { company, identity } = context
  const changed = await identity(async (tx) => {
    await holdColleagues(tx, company.id)
    const before = found(await lockColleague(tx, company.id, userId), 'user')
    const change = await decide(before, tx)
    return { before, after: required(await findUser(tx, userId), 'the user'), change }
  })
  await recordChange(context, changed)
  return toColleague(changed.after, (await invitationsTo(context, [changed.after])).get(changed.after.id))
}

async function refuseOverLimit(tx: Tx, companyId: number): Promise<void> {
  const max = await holdColleagues(tx, companyId)
  if ((await countEnabled(tx, companyId)).enabled >= max) throw new AppError('USER_LIMIT', { max })
}

/** Call it while the company's users are locked, so that concurrent invitations are counted one after the other. */
async function refuseTooManyInvitations({ tx, company }: Context): Promise<void> {
  const sent = await invitationsSent(tx, company.id)
  if (sent >= invitationsPerDay) throw new AppError('INVITATION_LIMIT', { max: invitationsPerDay })
}

function toColleague(row: ManagedUser, invitation?: Invitation): Colleague {
  const { id, name, email, role, isActive, isInvited, mfa, lastSignIn, createdAt } = toUser(row)
  if (!isOneOf(clientRoles, role)) throw new Error(`${id} is no client`)
  const state = userStateOf({ isActive, isInvited })
  const hasFactor = mfa.totp || mfa.passkeys > 0
  return { id, name, email, role, state, ...(invitation ? { invitation } : {}), hasFactor, lastSignIn, createdAt }
}
