import type { FindingClass } from '@signet/contract/findings'
import { t, type Word } from './words.ts'

/** What each class means, in a sentence; their names are in `format/class-words.ts`. */
const meanings: Readonly<Record<FindingClass, Word>> = {
  exact: 'protectedName',
  'tld-swap': 'labelOfAnOfficialDomain',
  'homoglyph-idn': 'charactersOfAnotherScript',
  'homoglyph-ascii': 'ordinaryLettersThatPass',
  leet: 'digitsStandWhereLetters',
  hyphenation: 'lettersOfTheProtectedName',
  typo: 'slipOfTheFingerAway',
  combosquat: 'protectedNameAsItIsWithOther',
  subdomain: 'protectedNameStandsInFront',
  'subdomain-typo': 'somethingCloseToTheProtected',
  'lure-url': 'addressCarriesAnOfficialName',
}

/** What it means that a name imitates in this way; null for what is no class. */
export function classMeaning(value: string): string | null {
  return value in meanings ? t(meanings[value as FindingClass]) : null
}
