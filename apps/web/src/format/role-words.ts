import type { Role } from '@signet/contract/permissions'
import { msg, t, type Marked } from '../words/words.ts'

/*
 * The nine roles in words. What each may do is decided by `permissions` of the contract; the sentences say it to people.
 */

const names: Readonly<Record<Role, Marked>> = {
  superAdmin: msg('Super admin'),
  admin: msg('Admin'),
  subAdmin: msg('Sub-admin'),
  adminPeeker: msg('Admin, looks only'),
  subAdminPeekerOne: msg('Sub-admin, looks only'),
  subAdminPeekerTwo: msg('Sub-admin, looks and decides'),
  client: msg('Client'),
  clientPeeker: msg('Client, looks only'),
  qa: msg('Reviewer'),
}

const sentences: Readonly<Record<Role, Marked>> = {
  superAdmin: msg('May do everything in every company, and manages companies, people, mail and logs.'),
  admin: msg('Decides and works cases in the companies given; publishes reports and news, keeps what is protected.'),
  subAdmin: msg('Decides and works cases in the companies given; adds threats, makes requests and exports.'),
  adminPeeker: msg('Sees everything of the companies given and decides nothing.'),
  subAdminPeekerOne: msg('Sees everything of the companies given and decides nothing, beside a sub-admin.'),
  subAdminPeekerTwo: msg('Sees everything of the companies given, decides on threats and moves cases; no exports.'),
  client: msg('Decides on the threats of one company, asks for takedowns, makes requests and exports.'),
  clientPeeker: msg('Sees everything of one company and decides nothing.'),
  qa: msg('Reviews what was found before clients see it: publishes, watches, deletes.'),
}

/** What a role is called. */
export const roleName = (role: Role): string => t(names[role])

/** What a role may do, in a sentence. */
export const roleSentence = (role: Role): string => t(sentences[role])
