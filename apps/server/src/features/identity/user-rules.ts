import { can, clientRoles, permissions, type ClientRole, type Role } from '@signet/contract/access/permissions'
import { isOneOf, keysIn } from '@signet/contract/narrow'

/** The role of a new user of an identity provider: the one with the fewest rights. SCIM or a superAdmin can assign a higher one. */
export const newRole: ClientRole = 'clientPeeker'

/** Whether a role may have companies other than its own. */
export const mayHaveAdminCompanies = (role: Role): boolean => !isOneOf(clientRoles, role)

/**
 * Whether a role can create, change or disable an account of another role: users can't grant or manage rights that they don't have. A
 * superAdmin is above every role; any other role needs the right to manage users and every right of the account.
 */
export function mayManage(actor: Role, subject: Role): boolean {
  if (actor === 'superAdmin') return true
  const rights = keysIn(permissions).filter((permission) => can(subject, permission))
  return can(actor, 'users:manage') && rights.every((permission) => can(actor, permission))
}
