import { can, permissions, type Role } from '@signet/contract/access/permissions'
import { isOneOf, keysIn } from '@signet/contract/narrow'

/** Roles that work for one company only: they have no admin companies. */
const rolesOfOneCompany: ReadonlySet<Role> = new Set(['client', 'clientPeeker'])

/** Roles that an identity provider (SSO, SCIM) can assign; all others are invited by a user. */
export const provisionedRoles = ['client', 'clientPeeker'] as const satisfies readonly Role[]

export function mayProvision(role: Role): boolean {
  return isOneOf(provisionedRoles, role)
}

/** Whether a role may have companies other than its own. */
export function mayHaveAdminCompanies(role: Role): boolean {
  return !rolesOfOneCompany.has(role)
}

/**
 * Whether a role can create, change or disable an account of another role: users can't grant or manage rights that they don't have. A
 * superAdmin is above every role; any other role needs the right to manage users and every right of the account.
 */
export function mayManage(actor: Role, subject: Role): boolean {
  if (actor === 'superAdmin') return true
  const rights = keysIn(permissions).filter((permission) => can(subject, permission))
  return can(actor, 'users:manage') && rights.every((permission) => can(actor, permission))
}
