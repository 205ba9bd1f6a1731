import type { FindingClass } from '@signet/contract/threats/findings'
import type { Sighting, SpellingKind } from './describe-hit.ts'

const classOfSpelling = {
  literal: 'combosquat',
  hyphens: 'hyphenation',
  digits: 'leet',
  glyphs: 'homoglyph-ascii',
  slips: 'typo',
} as const satisfies Record<SpellingKind, FindingClass>

/**
 * How a name imitates the brand, from the position and the spelling of what was found.
 *
 * Left of a foreign domain it is `subdomain` or, respelled, `subdomain-typo`; in the registrable label the spelling decides. `exact` is the
 * whole label where no official domain has that label, otherwise it is `tld-swap`.
 */
export function classOf(sighting: Sighting): FindingClass {
  if (sighting.isIdn) return 'homoglyph-idn'
  if (sighting.isSubdomain) return sighting.kind === 'literal' ? 'subdomain' : 'subdomain-typo'
  if (sighting.kind === 'literal' && sighting.position === 'label') {
    return sighting.pattern.isOfficialLabel ? 'tld-swap' : 'exact'
  }
  return classOfSpelling[sighting.kind]
}
