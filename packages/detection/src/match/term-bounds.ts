import type { Sighting } from './describe-hit.ts'
import { wordPointsMax } from '../score/score.ts'
import { placeOf } from './term-keys.ts'
import { weights } from '../score/weights.ts'

/*
 * The most that terms can add before they are evaluated, so that a sighting far below any score is dropped early. All values are derived
 * from the weights, so a new fit updates them.
 */

/** The highest weight of a group, at least 0, because a term that does not hold adds nothing. */
function most(group: string): number {
  let max = 0
  for (const [key, points] of weights) if (key.startsWith(`${group}.`)) max = Math.max(max, points)
  return max
}

const of = (key: string) => Math.max(0, weights.get(key) ?? 0)

/** The weight of how unusual a parent's letters are is multiplied by up to this. */
const oddityMax = 2

const parentMax = Math.max(
  most('host'),
  of('parent.digits') +
    of('parent.hyphen') +
    most('parent.length') +
    oddityMax * Math.abs(weights.get('parent.letters') ?? 0),
)
const hyphensMax = of('hyphens.many')
const nearMax = wordPointsMax + most('stray') + most('brand') + most('digits') + hyphensMax
const registrableMax = of('label.official') + most('suffix') + of('suffix.risky')
const subdomainMax =
  of('sub.first') + of('sub.next') + most('sub.depth') + parentMax + most('far-suffix') + of('far-suffix.risky')

/** The most that the words and letters around a sighting add. */
export function surroundingsMax({ before, after }: Sighting, registrableAt: number): number {
  return before === '' && after === '' && registrableAt === 0 ? hyphensMax : nearMax
}

/** The most that another reading adds to a name that isn't a slip. */
export const readingsMax = most('reading')

/** The most that the position in the name, its parent and its suffix add, without an address that is spelled out. */
export function placeMax(sighting: Sighting): number {
  return sighting.isSubdomain ? of(`sub.${placeOf(sighting)}`) + subdomainMax : registrableMax
}
