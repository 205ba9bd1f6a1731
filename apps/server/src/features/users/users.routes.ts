import type * as contract from '@signet/contract/access/users'
import { required } from '@signet/contract/narrow'
import type { IdentityHandler } from '../../app/handler.ts'
import { AppError, found } from '../../errors.ts'
import { deleteUserTokens } from '../factors/password-tokens.queries.ts'
import { deleteAllFactors } from '../factors/factors.queries.ts'
import { endSessionsOf } from '../sessions/sessions.queries.ts'
import { addUser as insertUser } from '../identity/add-user.queries.ts'
import { noPassword } from '../identity/no-password.ts'
import { holdSuperAdmins, otherSuperAdmins } from '../identity/super-admins.queries.ts'
import { changeLockedUser, recordUser, refuseOneself, type UserChange } from './change-user.ts'
import { companyIdsOf, refuseScope } from './check-scope.ts'
import { shutOut } from './shut-out.ts'
import { invitationsTo } from './invitations.queries.ts'
import { inviteUser } from './invite-user.ts'
import { findUser, setAdminCompanies, toUser, setUser, userPage, type ManagedUser } from './managed-users.queries.ts'
import { companyOf } from '../../db/company-keys.queries.ts'

export const listUsers: IdentityHandler<typeof contract.listUsers> = {
  withIdentity: async (context, { query }) => {
    const ids = context.companies.map(({ id }) => id)
    const { rows, total } = await context.identity((tx) => userPage(tx, ids, query))
    const invitations = await invitationsTo(context, rows)
    const items = rows.map((row) => toUser(row, invitations.get(row.id)))
    return { items, total, pageNumber: query.pageNumber, limit: query.limit }
  },
}

/** @throws AppError `NOT_FOUND` if no user has this id */
export const getUser: IdentityHandler<typeof contract.getUser> = {
  withIdentity: async (context, { params }) => {
    const row = found(await context.identity((tx) => findUser(tx, params.userId)), 'user')
    return toUser(row, (await invitationsTo(context, [row])).get(row.id))
  },
}

/** @throws AppError `CONFLICT` if the email address is taken, `COMPANY_NOT_FOUND`, `BAD_REQUEST` for a client of several companies */
export const addUser: IdentityHandler<typeof contract.addUser> = {
  withIdentity: async (context, { body }) => {
    const { actor, company, identity } = context
    const adminCompanyIds = companyIdsOf(actor, body.adminCompanies)
    refuseScope(actor, body.role, adminCompanyIds)
    const row = await identity(async (tx) => {
      const { userId, isNew } = await insertUser(tx, {
        email: body.email,
        name: body.name,
        role: body.role,
        companyId: company.id,
        adminCompanyIds,
        passwordHash: noPassword,
      })
      if (!isNew) throw new AppError('ADDRESS_TAKEN', {}, { at: 'body.email' })
      const added = required(await findUser(tx, userId), 'the user')
      await inviteUser(tx, context, added, company.name)
      return added
    })
    const { email, name, role, adminCompanies } = toUser(row)
    await recordUser(context, row, {
      action: 'user.invited',
      after: { email, name, role, company: row.company, adminCompanies },
    })
    return toUser(row, (await invitationsTo(context, [row])).get(row.id))
  },
}

/** @throws AppError `CONFLICT` for a stale version, one's own role or companies, or the last superAdmin */
export const changeUser: IdentityHandler<typeof contract.changeUser> = {
  withIdentity: (context, { params, body }) => {
    const { actor, company } = context
    return changeLockedUser(context, params.userId, async (row, tx): Promise<UserChange> => {
      if (row.version !== body.version) throw new AppError('STALE_VERSION', { what: 'user' })
      const role = body.role ?? row.role
      const companyId = body.company === undefined ? row.company_id : company.id
      const adminIds = body.adminCompanies ? companyIdsOf(actor, body.adminCompanies) : row.admin_company_ids
      const hasMoved = role !== row.role || companyId !== row.company_id || !isSameSet(adminIds, row.admin_company_ids)
      if (hasMoved) {
        refuseOneself(context, row, 'role')
        refuseScope(actor, role, adminIds)
        if (row.role === 'superAdmin' && role !== 'superAdmin') await refuseLastSuperAdmin(tx, row)
        await setAdminCompanies(tx, row.id, adminIds)
        await endSessionsOf(tx, { userId: row.id }, 'role or companies changed')
      }
      const name = body.name ?? row.name
      if (hasMoved || name !== row.name) await setUser(tx, row.id, { name, role, company_id: companyId })
      return { action: 'user.changed' }
    })
  },
}

/** Disabling a disabled user has no effect. @throws AppError `CONFLICT` for oneself and the last superAdmin */
export const disableUser: IdentityHandler<typeof contract.disableUser> = {
  withIdentity: (context, { params }) =>
    changeLockedUser(context, params.userId, async (row, tx) => {
      refuseOneself(context, row, 'disable')
      if (row.is_active) {
        if (row.role === 'superAdmin') await refuseLastSuperAdmin(tx, row)
        await shutOut(tx, row.id)
      }
      return { action: 'user.disabled' }
    }),
}

export const enableUser: IdentityHandler<typeof contract.enableUser> = {
  withIdentity: (context, { params }) =>
    changeLockedUser(context, params.userId, async (row, tx) => {
      if (!row.is_active) await setUser(tx, row.id, { is_active: true })
      return { action: 'user.enabled' }
    }),
}

/** @throws AppError `CONFLICT` for oneself: one's own factors are changed in the profile, with a code */
export const resetFactor: IdentityHandler<typeof contract.resetFactor> = {
  withIdentity: (context, { params }) =>
    changeLockedUser(context, params.userId, async (row, tx) => {
      refuseOneself(context, row, 'factor')
      const before = await deleteAllFactors(tx, row.id)
      await deleteUserTokens(tx, row.id, ['enrol'])
      const ended = await endSessionsOf(tx, { userId: row.id }, 'second factor reset')
      return { action: 'user.factorReset', before, after: { endedSessions: ended } }
    }),
}

export const endSessions: IdentityHandler<typeof contract.endSessions> = {
  withIdentity: (context, { params }) =>
    changeLockedUser(context, params.userId, async (row, tx) => {
      const ended = await endSessionsOf(tx, { userId: row.id }, 'ended by a super admin')
      return { action: 'user.sessionsEnded', after: { endedSessions: ended } }
    }),
}

/** @throws AppError `CONFLICT` if the user has a password or is disabled, or the company is archived */
export const resendInvite: IdentityHandler<typeof contract.resendInvite> = {
  withIdentity: (context, { params }) =>
    changeLockedUser(context, params.userId, async (row, tx) => {
      if (!row.is_invited) throw new AppError('INVITATION_ACCEPTED')
      const company = await companyOf(tx, row.company_id)
      if (!row.is_active || !company.is_active) throw new AppError('SIGN_IN_DISABLED')
      await inviteUser(tx, context, row, company.name)
      return { action: 'user.invited', after: { email: row.email } }
    }),
}

async function refuseLastSuperAdmin(tx: Parameters<typeof holdSuperAdmins>[0], row: ManagedUser): Promise<void> {
  await holdSuperAdmins(tx)
  if ((await otherSuperAdmins(tx, { exceptUserId: row.id })) > 0) return
  throw new AppError('LAST_SUPER_ADMIN', {}, { at: 'body.role' })
}

function isSameSet(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id))
}
