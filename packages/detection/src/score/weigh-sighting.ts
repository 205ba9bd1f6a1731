import type { AssetIndex } from '../match/compile-assets.ts'
import type { ReadHost, Sighting } from '../match/describe-hit.ts'
import { UpperBound, type ScoreSheet, sheetOf } from './score.ts'
import { termsOf, termsOfSpelledOut } from '../match/terms.ts'
import { weights } from './weights.ts'

/**
 * Weighs one sighting into named contributions.
 *
 * @param isSpelledOut true when an official host of the brand is written left of the registrable domain
 * @param scoreMin the function returns `null` for a sighting that can't reach this score
 */
export function weighSighting(
  index: AssetIndex,
  read: ReadHost,
  sighting: Sighting,
  isSpelledOut: boolean,
  scoreMin: number,
): ScoreSheet | null {
  const terms = termsOf(index, read, sighting, isSpelledOut, new UpperBound(weights, scoreMin))
  return terms && sheetOf(terms, weights)
}

/**
 * Weighs an official host written left of a foreign domain on its own, for brands whose name is not in it.
 *
 * @param official e.g. `live.com` in `live.com.evil.tld`
 */
export function weighSpelledOut(index: AssetIndex, read: ReadHost, official: string): ScoreSheet {
  return sheetOf(termsOfSpelledOut(index, read, official), weights)
}
