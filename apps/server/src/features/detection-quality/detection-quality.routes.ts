import type * as contract from '@signet/contract/review/detection-quality'
import { detectorOf, detectors } from '@signet/contract/review/detection-quality'
import { dayMs } from '@signet/contract/time'
import type { Handler } from '../../app/handler.ts'
import { labelsByReason, labelsBySourceAndScore, undecidedThreats } from './labels.queries.ts'
import { minimumScoreOf, totalOf, withPrecision } from './precision.ts'
import { threatSources } from '@signet/contract/threats/sources'

export const getDetectionQuality: Handler<typeof contract.getDetectionQuality> = async ({ tx, company }, { query }) => {
  const since = new Date(Date.now() - query.daysBack * dayMs)
  const labels = await labelsBySourceAndScore(tx, company.id, since)
  const { waiting, watched } = await undecidedThreats(tx, company.id)
  const bySource = Map.groupBy(labels, ({ source }) => source)
  const byDetector = Map.groupBy(labels, ({ source }) => detectorOf[source])
  return {
    ...totalOf(labels),
    undecided: waiting + watched,
    watched,
    detectors: detectors.flatMap((detector) => {
      const own = byDetector.get(detector)
      return own ? [{ detector, ...totalOf(own) }] : []
    }),
    sources: threatSources.flatMap((source) => {
      const own = bySource.get(source)
      return own ? [{ source, ...totalOf(own), minimumScore: minimumScoreOf(own) }] : []
    }),
    scores: scoreRanges.map(({ from, to }) => ({
      from,
      to,
      ...totalOf(labels.filter(({ score }) => score >= from && score <= to)),
    })),
    reasons: (await labelsByReason(tx, company.id, since)).map(({ name, ...counts }) => ({
      name,
      ...withPrecision(counts),
    })),
  }
}

const scoreRanges = Array.from({ length: 10 }, (_, at) => ({ from: at * 10, to: at === 9 ? 100 : at * 10 + 9 }))
