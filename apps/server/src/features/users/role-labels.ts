import type { Role } from '@signet/contract/permissions'

/** What a role is called to the person who gets it. */
export const roleLabels: Readonly<Record<Role, string>> = {
  superAdmin: 'super admin',
  admin: 'admin',
  subAdmin: 'sub-admin',
  adminPeeker: 'read-only admin',
  subAdminPeekerOne: 'read-only sub-admin',
  subAdminPeekerTwo: 'sub-admin who looks and decides',
  client: 'client',
  clientPeeker: 'read-only client',
  qa: 'reviewer',
}
