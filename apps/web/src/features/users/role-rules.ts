import { clientRoles, roles, type Role } from '@signet/contract/access/permissions'
import { isOneOf } from '@signet/contract/narrow'
import type { Word } from './words.ts'

/* What the form shows and sends for a role. The server applies the same rules (docs/api.md) and refuses other values. */

/** Clients belong to a single company. */
export const isOfOneCompany = (role: Role): boolean => isOneOf(clientRoles, role)

/** Whether additional companies are assigned individually. A super admin has access to all of them. */
export const hasChosenCompanies = (role: Role): boolean => !isOfOneCompany(role) && role !== 'superAdmin'

/** All roles except clients must sign in with a second factor. */
export const needsSecondFactor = (role: Role): boolean => !isOfOneCompany(role)

export const roleGroups: readonly { label: Word; roles: readonly Role[] }[] = [
  { label: 'clientRoles', roles: roles.filter(isOfOneCompany) },
  { label: 'review', roles: ['qa'] },
  { label: 'staffRoles', roles: roles.filter((role) => !isOfOneCompany(role) && role !== 'qa') },
]
