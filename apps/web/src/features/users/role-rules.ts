import { roles, type Role } from '@signet/contract/permissions'
import { msg, type Marked } from '../../words/words.ts'

/*
 * What the form shows and sends of a role; the server decides by the same rules (docs/api.md) and refuses what differs.
 */

/** Clients work for one company only. */
export const isOfOneCompany = (role: Role): boolean => role === 'client' || role === 'clientPeeker'

/** Whether companies beside the own one are given one by one; a super admin has all of them. */
export const hasCompaniesGiven = (role: Role): boolean => !isOfOneCompany(role) && role !== 'superAdmin'

/** Everybody but clients signs in with a second factor. */
export const needsSecondFactor = (role: Role): boolean => !isOfOneCompany(role)

export const roleGroups: readonly { label: Marked; roles: readonly Role[] }[] = [
  { label: msg('Clients: one company'), roles: roles.filter(isOfOneCompany) },
  { label: msg('Review'), roles: ['qa'] },
  { label: msg('Staff: several companies'), roles: roles.filter((role) => !isOfOneCompany(role) && role !== 'qa') },
]
