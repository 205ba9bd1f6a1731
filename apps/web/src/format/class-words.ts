import type { FindingClass } from '@signet/contract/findings'
import { msg, t, type Marked } from '../words/words.ts'

const words: Record<FindingClass, Marked> = {
  exact: msg('The name itself'),
  'tld-swap': msg('Same name under another ending'),
  'homoglyph-idn': msg('Letters of another script'),
  'homoglyph-ascii': msg('Look-alike letters'),
  leet: msg('Digits for letters'),
  hyphenation: msg('Hyphens added or taken out'),
  typo: msg('A typing slip'),
  combosquat: msg('Name joined to other words'),
  subdomain: msg('Name as a subdomain'),
  'subdomain-typo': msg('Misspelt name as a subdomain'),
  'lure-url': msg('Name in the path of an address'),
}

/** How a name imitates a brand, in words; an unknown class as it is. */
export function classWords(value: string): string {
  return value in words ? t(words[value as FindingClass]) : value
}
