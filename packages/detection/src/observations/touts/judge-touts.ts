import type { SourceObservation } from '@signet/contract/collection/source-observations'
import type { AnySource, SourceFields } from '@signet/contract/threats/sources'
import type { ToutSource } from '@signet/contract/touts/tout-sources'
import { findingScoreMin } from '../../score/score.ts'
import { evidenceOf, readObservation, sight } from '../evidence.ts'
import { indicatorOf, namesMax, type ObservationVerdict } from '../verdict.ts'
import type { Watch, WatchedName } from '../watch.ts'
import { placeOfTout } from './place-of-tout.ts'
import { type Offer, readOffer } from './read-offer.ts'
import { toutSignsIn } from './tout-signs.ts'
import { toutTypeOf } from './tout-type.ts'
import { weighTout } from './weigh-tout.ts'

/** Why an observation is a tout of a company, and where it is listed. */
export interface ToutVerdict extends ObservationVerdict {
  source: ToutSource
  /** Those of its source, with what its text says of the offer where the provider doesn't state it. */
  fields: SourceFields
}

/**
 * Decides whether an observation sells tickets, entries or tips without right.
 *
 * What the company or its agents own (`ownAssetOf`) and allow is not looked up here: suppress that first.
 *
 * @param watch of one company, from `compileWatch`
 * @returns null if it doesn't, or its score is below `findingScoreMin`
 */
export function judgeTout(watch: Watch, observation: SourceObservation<AnySource>): ToutVerdict | null {
  return [...judgeToutForEach(watch, observation).values()][0] ?? null
}

/**
 * Decides for many companies in one pass. Ages of accounts don't count, so that the same offer always gets the same verdict.
 *
 * @param watch from `compileWatches`
 * @returns the verdicts by the key of the company; companies without one are left out
 */
export function judgeToutForEach(watch: Watch, observation: SourceObservation<AnySource>): Map<string, ToutVerdict> {
  const best = new Map<string, ToutVerdict>()
  const place = placeOfTout(observation)
  if (!place) return best
  const sighted = sight(watch, observation)
  const watched = new Set<WatchedName>()
  for (const list of [sighted.names, sighted.handle, sighted.mentions])
    for (const each of list) if (each.watched.brandId !== null) watched.add(each.watched)
  if (watched.size === 0) return best
  const read = readObservation(observation)
  const signs = toutSignsIn(read.plain)
  if (signs.size === 0) return best
  const offer = readOffer(read.plain, observation.fields)
  for (const name of [...watched].slice(0, namesMax)) {
    const evidence = evidenceOf(watch, { sighted, read }, name)
    const sheet = evidence && weighTout(evidence, { signs, offer })
    if (!sheet || sheet.score < findingScoreMin || sheet.score <= (best.get(name.owner)?.score ?? 0)) continue
    const { source } = place
    const fields = { ...place.fields, ...offerFields(offer, signs.get('tool')) }
    best.set(name.owner, {
      source,
      fields,
      brandId: name.brandId,
      threatType: toutTypeOf(source, { signs, offer, plain: read.plain, fields }),
      score: sheet.score,
      indicators: sheet.indicators.map(indicatorOf),
    })
  }
  return best
}

function offerFields({ price, faceValue, currency, quantity }: Offer, tool: string | undefined): SourceFields {
  return {
    ...(price === null ? {} : { price }),
    ...(faceValue === null ? {} : { faceValue }),
    ...(currency === null || (price === null && faceValue === null) ? {} : { currency }),
    ...(quantity === null ? {} : { quantity }),
    ...(tool === undefined ? {} : { tool }),
  }
}
