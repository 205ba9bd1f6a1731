import type { Role } from '@signet/contract/permissions'
import { t, type Word } from './words.ts'

/*
 * The nine roles in words. What each may do is decided by `permissions` of the contract; the sentences say it to people.
 */

const names: Readonly<Record<Role, Word>> = {
  superAdmin: 'superAdmin',
  admin: 'admin',
  subAdmin: 'subAdmin',
  adminPeeker: 'adminLooksOnly',
  subAdminPeekerOne: 'subAdminLooksOnly',
  subAdminPeekerTwo: 'subAdminLooksAndDecides',
  client: 'client',
  clientPeeker: 'clientLooksOnly',
  qa: 'reviewer',
}

const sentences: Readonly<Record<Role, Word>> = {
  superAdmin: 'mayDoEverythingInEvery',
  admin: 'decidesAndWorksCases',
  subAdmin: 'decidesAndWorksCasesInTheCompanies',
  adminPeeker: 'seesEverythingOfTheCompanies',
  subAdminPeekerOne: 'seesEverythingOfTheCompaniesGiven',
  subAdminPeekerTwo: 'seesEverythingOfTheCompaniesGivenDecides',
  client: 'decidesOnTheThreats',
  clientPeeker: 'seesEverythingOfOneCompany',
  qa: 'reviewsWhatWasFoundBefore',
}

/** What a role is called. */
export const roleName = (role: Role): string => t(names[role])

/** What a role may do, in a sentence. */
export const roleSentence = (role: Role): string => t(sentences[role])
