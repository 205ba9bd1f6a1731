import type { Sighting } from './describe-hit.ts'
import type { IndicatorName } from './indicators.ts'

/** One fact about a sighting that the score takes into account. */
export interface Term {
  /** Which weight it takes. */
  key: string
  /** How often it holds, or how strongly; the weight is multiplied by it. */
  times: number
  /** The indicator it shows up under; where its sign decides, the one for more and the one for less. */
  name: IndicatorName | readonly [more: IndicatorName, less: IndicatorName]
  /** What was seen, in words a reviewer can check. */
  value?: string
}

/** Names in a table; there are fewer of each kind than this but for suffixes that do not exist, which anyone can write. */
const namesMax = 8192

/**
 * Makes keys of weights that begin alike, each once: a string that is put together anew must be hashed anew for each look-up.
 *
 * @param group e.g. `word`
 * @returns gives for a name, e.g. `login`, its key `word.login`
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

/** Spelling and place of a sighting: `place.` and `sub.` of this are the weights it starts from. */
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
