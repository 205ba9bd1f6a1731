import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { judgeObservation } from '../observations/judge-observation.ts'
import type { ObservationVerdict } from '../observations/verdict.ts'
import { onlyOwner, type Watch } from '../observations/watch.ts'
import { withCodes, withPicture } from '../observations/with-picture.ts'
import type { IndicatorName } from '../score/indicators.ts'
import { findingScoreMin, scoreOf } from '../score/score.ts'
import { isSameIcon } from './app-verdict.ts'

/** What the icon of an app in a store shows. */
export interface ListingIcon {
  /** Its `pictureHash`; null if it can't be compared. */
  hash: string | null
  /** How well it agrees with a logo of the company; null if it doesn't. */
  agreement: number | null
  codes: readonly string[]
}

const sameIcon: IndicatorName = 'Icon of an official app'
/** As in `judgeAppFile`. */
const sameIconPoints = 34

/**
 * Decides from the page of an app in a store whether it passes for one of a company: by its name, package name, publisher and text like any
 * app that a search finds, and by its icon.
 *
 * @param iconHashes of the company's own apps
 * @returns null for an app that has nothing of the company, or too little
 */
export function judgeListing(
  watch: Watch,
  listing: SourceObservation,
  icon: ListingIcon,
  iconHashes: readonly string[],
): ObservationVerdict | null {
  const { hash, agreement, codes } = icon
  const judged = judgeObservation(watch, withCodes(listing, codes))
  const isSame = hash !== null && iconHashes.some((own) => isSameIcon(hash, own))
  if (!judged && !isSame) return null
  const brandId = watch.companies.get(onlyOwner)?.firstBrand?.brandId ?? null
  const base = judged ?? { brandId, threatType: 'Fake app', score: 0, indicators: [] }
  const indicators = isSame ? [...base.indicators, { name: sameIcon, contribution: sameIconPoints }] : base.indicators
  const verdict = withPicture({ ...base, indicators, score: scoreOf(indicators) }, { agreement, codes })
  return verdict.score < findingScoreMin ? null : verdict
}
