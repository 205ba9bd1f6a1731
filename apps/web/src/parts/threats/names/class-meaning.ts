import { isOneOf, keysIn } from '@signet/contract/narrow'
import type { FindingClass } from '@signet/contract/threats/findings'
import type { MessageValues } from '../../../words/messages.ts'
import { t, type Word } from '../words.ts'

/** The description of each class in a sentence. The names are in `format/names/class-words.ts`. */
const meanings: Readonly<Record<FindingClass, Word>> = {
  exact: 'meaningExact',
  'tld-swap': 'meaningTldSwap',
  'homoglyph-idn': 'meaningHomoglyphIdn',
  'homoglyph-ascii': 'meaningHomoglyphAscii',
  leet: 'meaningLeet',
  hyphenation: 'meaningHyphenation',
  typo: 'meaningTypo',
  combosquat: 'meaningCombosquat',
  subdomain: 'meaningSubdomain',
  'subdomain-typo': 'meaningSubdomainTypo',
  'lure-url': 'meaningLureUrl',
}

/** The same where someone else's domain is known by its name. */
const meaningsWithDomain = {
  subdomain: 'meaningSubdomainOf',
  'subdomain-typo': 'meaningSubdomainTypoOf',
} as const satisfies Partial<Record<FindingClass, Word>>

/** The description of a class of imitation with a place for the domain, which is someone else's; null for a class that has none. */
export function classMeaningWithDomain(value: string, values: MessageValues): string | null {
  return isOneOf(keysIn(meaningsWithDomain), value) ? t(meaningsWithDomain[value], values) : null
}

/** The description of a name that hyphens split, with a place for the protected name. */
export const hyphenationMeaning = (values: MessageValues): string => t('meaningHyphenationOf', values)

/** The description of a class of imitation; null for an unknown class. */
export function classMeaning(value: string): string | null {
  return isOneOf(keysIn(meanings), value) ? t(meanings[value]) : null
}
