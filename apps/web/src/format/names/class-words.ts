import { isOneOf, keysIn } from '@signet/contract/narrow'
import type { FindingClass } from '@signet/contract/threats/findings'
import { t, type Word } from '../words.ts'

const words: Record<FindingClass, Word> = {
  exact: 'exactName',
  'tld-swap': 'otherEnding',
  'homoglyph-idn': 'otherScript',
  'homoglyph-ascii': 'lookAlikeLetters',
  leet: 'digitsForLetters',
  hyphenation: 'hyphensChanged',
  typo: 'typo',
  combosquat: 'nameWithExtraText',
  subdomain: 'nameAsSubdomain',
  'subdomain-typo': 'misspeltSubdomain',
  'lure-url': 'nameInPath',
}

/** How a name imitates a brand, as text; an unknown class is returned as it is. */
export function classWords(value: string): string {
  return isOneOf(keysIn(words), value) ? t(words[value]) : value
}
