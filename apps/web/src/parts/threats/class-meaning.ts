import type { FindingClass } from '@signet/contract/findings'
import { msg, t, type Marked } from '../../words/words.ts'

/** What each class means, in a sentence; what they are called stands in `format/class-words.ts`. */
const meanings: Readonly<Record<FindingClass, Marked>> = {
  exact: msg('The protected name as it is, under an ending where nothing official stands.'),
  'tld-swap': msg('The label of an official domain, letter for letter, with another ending.'),
  'homoglyph-idn': msg('Characters of another script that look like those of the protected name.'),
  'homoglyph-ascii': msg('Ordinary letters that pass for others at a glance, such as rn for m.'),
  leet: msg('Digits stand where letters of the protected name should, such as 0 for o.'),
  hyphenation: msg('The letters of the protected name, cut apart by hyphens.'),
  typo: msg('A slip of the finger away: a letter more, one less, another one, or two swapped.'),
  combosquat: msg('The protected name as it is, with other words joined to it.'),
  subdomain: msg('The protected name stands in front; the domain behind it belongs to somebody else.'),
  'subdomain-typo': msg(
    'Something close to the protected name stands in front; the domain behind it belongs to somebody else.',
  ),
  'lure-url': msg('The address carries an official name outside of the part that decides where it leads.'),
}

/** What it means that a name imitates in this way; null for what is no class. */
export function classMeaning(value: string): string | null {
  return value in meanings ? t(meanings[value as FindingClass]) : null
}
