import { roles, type Role } from '@signet/contract/permissions'
import type { Word } from './words.ts'

/*
 * What the form shows and sends of a role; the server decides by the same rules (docs/api.md) and refuses what differs.
 */

/** Clients work for one company only. */
export const isOfOneCompany = (role: Role): boolean => role === 'client' || role === 'clientPeeker'

/** Whether companies besides their own are chosen one by one; a super admin has all of them. */
export const hasChosenCompanies = (role: Role): boolean => !isOfOneCompany(role) && role !== 'superAdmin'

/** Everybody but clients signs in with a second factor. */
export const needsSecondFactor = (role: Role): boolean => !isOfOneCompany(role)

export const roleGroups: readonly { label: Word; roles: readonly Role[] }[] = [
  { label: 'clientRoles', roles: roles.filter(isOfOneCompany) },
  { label: 'review', roles: ['qa'] },
  { label: 'staffRoles', roles: roles.filter((role) => !isOfOneCompany(role) && role !== 'qa') },
]
