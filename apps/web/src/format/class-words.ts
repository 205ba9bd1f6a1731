import type { FindingClass } from '@signet/contract/findings'
import { t, type Word } from './words.ts'

const words: Record<FindingClass, Word> = {
  exact: 'nameItself',
  'tld-swap': 'sameNameUnderAnotherEnding',
  'homoglyph-idn': 'lettersOfAnotherScript',
  'homoglyph-ascii': 'lookAlikeLetters',
  leet: 'digitsForLetters',
  hyphenation: 'hyphensAddedOrTakenOut',
  typo: 'typingSlip',
  combosquat: 'nameJoinedToOtherWords',
  subdomain: 'nameAsASubdomain',
  'subdomain-typo': 'misspeltNameAsASubdomain',
  'lure-url': 'nameInThePath',
}

/** How a name imitates a brand, in words; an unknown class as it is. */
export function classWords(value: string): string {
  return value in words ? t(words[value as FindingClass]) : value
}
