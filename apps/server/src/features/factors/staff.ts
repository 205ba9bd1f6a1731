import { roles, type Role } from '@signet/contract/access/permissions'

/** Roles that see the data of more than one client: they sign in with a second factor and are signed out after half a day. */
export const staffRoles: readonly Role[] = roles.filter((role) => role !== 'client' && role !== 'clientPeeker')

export const isStaff = (role: Role) => staffRoles.includes(role)
