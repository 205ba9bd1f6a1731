import type { archiveCompany as contract } from '@signet/contract/companies/onboarding'
import type { IdentityHandler } from '../../app/handler.ts'
import { AppError } from '../../errors.ts'
import { endSessionsOf } from '../sessions/sessions.queries.ts'
import { holdSuperAdmins, otherSuperAdmins } from '../identity/super-admins.queries.ts'
import { changeLocked } from './change-company.ts'

/**
 * Archives a company: its users are signed out at once, and it no longer appears in any selector, scan or list. Nothing is deleted.
 * Archiving it again has no effect.
 *
 * @throws AppError `CONFLICT` if the version is stale, if it is the caller's own company, or if no superAdmin would be left
 */
export const archiveCompany: IdentityHandler<typeof contract> = {
  withIdentity: async (context, { body }) => {
    // Taken before the lock on the company: changes of users take this lock first too, which prevents deadlocks.
    await context.identity(holdSuperAdmins)
    return changeLocked(context, 'company.archived', body.version, async (row, tx) => {
      if (!row.is_active) return {}
      if (row.id === context.actor.company.id) throw new AppError('OWN_COMPANY')
      if ((await otherSuperAdmins(tx, { exceptCompanyId: row.id })) === 0) throw new AppError('LAST_SUPER_ADMIN')
      await endSessionsOf(tx, { companyId: row.id }, 'company archived')
      return { is_active: false, archived_at: new Date() }
    })
  },
}
