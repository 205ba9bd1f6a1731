import { fieldOf, type SourceFields } from '@signet/contract/threats/sources'
import { sourcesOfTouts, type ToutSource } from '@signet/contract/touts/tout-sources'
import type { Offer } from './read-offer.ts'
import type { ToutSign } from './tout-signs.ts'

/** Types in the order in which they decide, and what shows each. */
const byType: readonly (readonly [type: string, shows: (tout: Shown) => boolean])[] = [
  ['Queue jumping script', ({ signs, plain }) => signs.has('tool') && /queue|waiting room/.test(plain)],
  ['Queue jumping', ({ signs, plain }) => signs.has('tool') && /queue|waiting room/.test(plain)],
  ['Account sharing', ({ signs, plain }) => signs.has('accounts') && /shar(?:e|ed|ing)/.test(plain)],
  ['Automatic booking app', ({ signs }) => signs.has('tool')],
  ['Automatic booking guide', ({ signs }) => signs.has('tool')],
  ['Automatic booking', ({ signs }) => signs.has('tool')],
  ['Booking bot', ({ signs }) => signs.has('tool')],
  ['Sale of booking software', ({ signs }) => signs.has('tool')],
  ['Sale of accounts', ({ signs }) => signs.has('accounts')],
  ['Tip selling', ({ signs }) => signs.has('tips')],
  ['Classified advertisement', ({ fields }) => /adverti|classified/i.test(fieldOf(fields, 'urlSource') ?? '')],
  ['Bulk booking offer', ({ signs, offer }) => signs.has('bulk') && offer.markup === null],
  ['Resale at a markup', ({ offer }) => offer.markup !== null],
]

interface Shown {
  signs: ReadonlyMap<ToutSign, string>
  offer: Offer
  plain: string
  fields: SourceFields
}

/** What kind of tout it is, one of the types of its source. */
export function toutTypeOf(source: ToutSource, shown: Shown): string {
  const types: readonly string[] = sourcesOfTouts[source].types
  const found = byType.find(([type, shows]) => types.includes(type) && shows(shown))?.[0]
  const usual = types.find((type) => type.startsWith('Unauthorised'))
  return found ?? usual ?? types[0] ?? ''
}
