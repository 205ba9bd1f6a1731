import { findingClasses, type FindingClass } from '@signet/contract/findings'
import { msg } from '../words/words.ts'

/** How a name imitates a brand, in words: what people call it, and a sentence that says what it means. */
export const classWords: Readonly<Record<FindingClass, { label: string; meaning: string }>> = {
  exact: {
    label: msg('The very name'),
    meaning: msg('The protected name as it is, under an ending where nothing official stands.'),
  },
  'tld-swap': {
    label: msg('Another ending'),
    meaning: msg('The label of an official domain, letter for letter, with another ending.'),
  },
  'homoglyph-idn': {
    label: msg('Foreign characters'),
    meaning: msg('Characters of another script that look like those of the protected name.'),
  },
  'homoglyph-ascii': {
    label: msg('Look-alike letters'),
    meaning: msg('Ordinary letters that pass for others at a glance, such as rn for m.'),
  },
  leet: {
    label: msg('Digits for letters'),
    meaning: msg('Digits stand where letters of the protected name should, such as 0 for o.'),
  },
  hyphenation: {
    label: msg('Hyphens in the name'),
    meaning: msg('The letters of the protected name, cut apart by hyphens.'),
  },
  typo: {
    label: msg('Misspelling'),
    meaning: msg('A slip of the finger away: a letter more, one less, another one, or two swapped.'),
  },
  combosquat: {
    label: msg('Name with words around it'),
    meaning: msg('The protected name as it is, with other words joined to it.'),
  },
  subdomain: {
    label: msg('Name before a foreign domain'),
    meaning: msg('The protected name stands in front; the domain behind it belongs to somebody else.'),
  },
  'subdomain-typo': {
    label: msg('Misspelling before a foreign domain'),
    meaning: msg(
      'Something close to the protected name stands in front; the domain behind it belongs to somebody else.',
    ),
  },
  'lure-url': {
    label: msg('Lure in the address'),
    meaning: msg('The address carries an official name outside of the part that decides where it leads.'),
  },
}

/** The class that a field of a threat names; null when it names none. */
export function findingClassOf(field: unknown): FindingClass | null {
  return findingClasses.find((name) => name === field) ?? null
}
