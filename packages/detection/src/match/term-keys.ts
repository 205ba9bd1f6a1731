import type { Sighting } from './describe-hit.ts'
import type { IndicatorName } from '../score/indicators.ts'

/** One fact about a sighting that the score takes into account. */
export interface Term {
  /** The key of its weight. */
  key: string
  /** How often or how strongly it holds; the weight is multiplied by it. */
  times: number
  /** The indicator that lists it; where the sign decides, the indicator for more points and the one for fewer. */
  name: IndicatorName | readonly [more: IndicatorName, less: IndicatorName]
  /** The observation, in words a reviewer can check. */
  value?: string
}

/** Limit of the names in a table. Each kind has fewer than this, except for suffixes that don't exist, which a name can make up. */
const namesMax = 8192

/**
 * Builds the keys of one group of weights, each key once: a string that is concatenated again must be hashed again for each look-up.
 *
 * @param group e.g. `word`
 * @returns a function that returns the key `word.login` for the name `login`
 */
export function keysOf(group: string): (name: string) => string {
  const made = new Map<string, string>()
  return (name) => {
    const known = made.get(name)
    if (known !== undefined) return known
    const key = `${group}.${name}`
    if (made.size < namesMax) made.set(name, key)
    return key
  }
}

/** Spelling and position of a sighting: the starting weights are `place.` and `sub.` followed by this. */
export function placeOf({ kind, position }: Sighting): string {
  return kind === 'literal'
    ? literalPlaces[position]
    : kind === 'slips'
      ? slipPlaces[position]
      : respelledPlaces[position]
}

const literalPlaces = { label: 'literal.label', part: 'literal.part', edge: 'literal.edge', inside: 'literal.inside' }
const slipPlaces = { label: 'slips.label', part: 'slips.part', edge: 'slips.edge', inside: 'slips.inside' }
const respelledPlaces = {
  label: 'respelled.label',
  part: 'respelled.part',
  edge: 'respelled.edge',
  inside: 'respelled.inside',
}
