import type { FindingClass } from '@signet/contract/findings'

const words: Record<FindingClass, string> = {
  exact: 'The name itself',
  'tld-swap': 'Same name under another ending',
  'homoglyph-idn': 'Letters of another script',
  'homoglyph-ascii': 'Look-alike letters',
  leet: 'Digits for letters',
  hyphenation: 'Hyphens added or taken out',
  typo: 'A typing slip',
  combosquat: 'Name joined to other words',
  subdomain: 'Name as a subdomain',
  'subdomain-typo': 'Misspelt name as a subdomain',
  'lure-url': 'Name in the path of an address',
}

/** How a name imitates a brand, in words; an unknown class as it is. */
export function classWords(value: string): string {
  return value in words ? words[value as FindingClass] : value
}
