import type { Role } from '@signet/contract/access/permissions'
import type { Actor } from '../../app/context.ts'
import { AppError } from '../../errors.ts'
import { mayHaveAdminCompanies, mayManage } from '../identity/user-rules.ts'

/**
 * The companies with these keys, all of which the actor must be allowed to see.
 *
 * @throws AppError `COMPANY_NOT_FOUND`
 */
export function companyIdsOf(actor: Actor, keys: readonly string[]): number[] {
  const visible = new Map([actor.company, ...actor.adminCompanies].map(({ id, key }) => [key, id]))
  return keys.map((key) => {
    const id = visible.get(key)
    if (id === undefined) throw new AppError('COMPANY_NOT_FOUND')
    return id
  })
}

/** @throws AppError `BAD_REQUEST` if a role of one company gets several, `CONFLICT` if the actor may not grant the role */
export function refuseScope(actor: Actor, role: Role, adminCompanyIds: readonly number[]): void {
  if (adminCompanyIds.length > 0 && !mayHaveAdminCompanies(role))
    throw new AppError('ONE_COMPANY_ONLY', {}, { at: 'body.adminCompanies' })
  if (!mayManage(actor.role, role)) throw new AppError('ROLE_TOO_HIGH')
}
