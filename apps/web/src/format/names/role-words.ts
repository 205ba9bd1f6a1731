import type { Role } from '@signet/contract/access/permissions'
import { t, type Word } from '../words.ts'

/*
 * Names and descriptions of the nine roles. What a role may do is decided by `permissions` of the contract; these texts only describe it.
 */

const names: Readonly<Record<Role, Word>> = {
  superAdmin: 'superAdmin',
  admin: 'admin',
  subAdmin: 'subAdmin',
  adminPeeker: 'adminReadOnly',
  subAdminPeekerOne: 'subAdminReadOnly',
  subAdminPeekerTwo: 'subAdminLimited',
  client: 'client',
  clientPeeker: 'clientReadOnly',
  qa: 'reviewer',
}

const sentences: Readonly<Record<Role, Word>> = {
  superAdmin: 'superAdminHint',
  admin: 'adminHint',
  subAdmin: 'subAdminHint',
  adminPeeker: 'adminReadOnlyHint',
  subAdminPeekerOne: 'subAdminReadOnlyHint',
  subAdminPeekerTwo: 'subAdminLimitedHint',
  client: 'clientHint',
  clientPeeker: 'clientReadOnlyHint',
  qa: 'reviewerHint',
}

/** The name of a role. */
export const roleName = (role: Role): string => t(names[role])

/** The permissions of a role, described in a sentence. */
export const roleSentence = (role: Role): string => t(sentences[role])
