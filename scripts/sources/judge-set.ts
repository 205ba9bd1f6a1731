import type { SourceObservation } from '@signet/contract/collection/source-observations'
import type { AnySource } from '@signet/contract/threats/sources'
import {
  compileOwnAssets,
  compileWatch,
  judgeObservation,
  judgeTout,
  ownAssetOf,
  type ObservationVerdict,
  type Watch,
} from '@signet/detection'
import {
  type BrandGroup,
  labelledBrands,
  type LabelledObservation,
  labelledObservations,
  toutFamily,
} from './labelled-set.ts'

/** An observation of the set with what the detector answered. */
export interface JudgedObservation {
  family: string
  group: BrandGroup
  labelled: LabelledObservation
  /** Null for what is no threat, or the company's own. */
  verdict: ObservationVerdict | null
  isRight: boolean
}

/** The instant that the ages of the accounts in the set are counted to. */
const now = new Date('2026-11-01T12:00:00Z')

/** Judges the whole set as the server does: what the company owns is suppressed first. */
export function judgeSet(): JudgedObservation[] {
  const companies = new Map(
    [...labelledBrands()].map(([key, { group, assets }]) => [
      key,
      { group, watch: compileWatch(assets, now), own: compileOwnAssets(assets) },
    ]),
  )
  return [...labelledObservations()].flatMap(([family, all]) =>
    all.flatMap((labelled) => {
      const company = companies.get(labelled.brand)
      if (!company) return []
      const { source, fields, url } = labelled.observation
      const isOwn = ownAssetOf(company.own, { source, fields, url }) !== null
      const verdict = isOwn ? null : judge(company.watch, family, labelled.observation)
      const brand = labelled.isPerson ? null : labelled.brand
      const isRight = labelled.isThreat ? verdict !== null && verdict.brandId === brand : verdict === null
      return [{ family, group: company.group, labelled, verdict, isRight }]
    }),
  )
}

/** Companies that have the module for touts get what is both as a tout, so other families are judged for those that don't. */
function judge(watch: Watch, family: string, observation: SourceObservation<AnySource>): ObservationVerdict | null {
  const { source } = observation
  if (family === toutFamily) return judgeTout(watch, observation)
  return source === 'Extension' ? null : judgeObservation(watch, { ...observation, source })
}
