import type { Role } from '@signet/contract/permissions'

/** What a role is called to the person who gets it. */
export const roleLabels: Readonly<Record<Role, string>> = {
  superAdmin: 'super admin',
  admin: 'admin',
  subAdmin: 'sub-admin',
  adminPeeker: 'admin who looks only',
  subAdminPeekerOne: 'sub-admin who looks only',
  subAdminPeekerTwo: 'sub-admin who looks and decides',
  client: 'client',
  clientPeeker: 'client who looks only',
  qa: 'reviewer',
}
