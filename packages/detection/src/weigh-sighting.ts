import type { AssetIndex } from './compile-assets.ts'
import type { ReadHost, Sighting } from './describe-hit.ts'
import { type ScoreSheet, sheetOf, type Weights } from './score.ts'
import { termsOf, termsOfSpelledOut } from './terms.ts'
import { weights as shipped } from './weights.ts'

/**
 * Weighs one sighting into named contributions.
 *
 * @param isSpelledOut true when an official host of the brand is written left of the registrable domain
 */
export function weighSighting(
  index: AssetIndex,
  read: ReadHost,
  sighting: Sighting,
  isSpelledOut: boolean,
  weights: Weights = shipped,
): ScoreSheet {
  return sheetOf(termsOf(index, read, sighting, isSpelledOut), weights)
}

/**
 * Weighs an official host written left of a foreign domain on its own, for brands whose name is not in it.
 *
 * @param official e.g. `live.com` in `live.com.evil.tld`
 */
export function weighSpelledOut(
  index: AssetIndex,
  read: ReadHost,
  official: string,
  weights: Weights = shipped,
): ScoreSheet {
  return sheetOf(termsOfSpelledOut(index, read, official), weights)
}
