import type { Role } from '@signet/contract/permissions'
import { t, type Word } from './words.ts'

/*
 * The nine roles in words. What each may do is decided by `permissions` of the contract; the sentences say it to people.
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

/** What a role is called. */
export const roleName = (role: Role): string => t(names[role])

/** What a role may do, in a sentence. */
export const roleSentence = (role: Role): string => t(sentences[role])
