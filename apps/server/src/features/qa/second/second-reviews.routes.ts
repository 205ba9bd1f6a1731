import type * as contract from '@signet/contract/review/second-reviews'
import type { QaDetail } from '@signet/contract/review/qa'
import type { ThreatSource } from '@signet/contract/threats/sources'
import type { ThreatDetail } from '@signet/contract/threats/threats'
import { dayMs } from '@signet/contract/time'
import type { Handler } from '../../../app/handler.ts'
import { found } from '../../../errors.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import { detailOf } from '../../threats/record/threat-detail.ts'
import { findThreat } from '../../threats/threats.queries.ts'
import { reviewScope } from '../review/review-threats.ts'
import { kappaOf } from './kappa.ts'
import {
  countSecondReviews,
  decisionPairs,
  latestDisagreements,
  nextSecondReview,
  putSecondVerdict,
} from './second-reviews.queries.ts'

export const getSecondReview: Handler<typeof contract.getSecondReview> = async (context) => {
  const { tx, company, actor } = context
  const id = await nextSecondReview(tx, company.id, actor.userId)
  if (id === null) return { waiting: 0, threat: null }
  const scope = reviewScope(context, 'threat')
  const row = found(await findThreat(tx, scope, id), 'threat')
  const shown = await detailOf<ThreatSource>(context, scope, row)
  return { waiting: await countSecondReviews(tx, company.id, actor.userId), threat: withoutDecision(shown) }
}

/** The threat as it was before anybody decided on it. */
const withoutDecision = (shown: ThreatDetail): QaDetail =>
  Object.assign(shown, {
    stage: 'queued' as const,
    stagedAt: shown.firstSeen,
    stagedBy: null,
    autoFiltered: false,
    publishedAt: null,
    status: 'open' as const,
    takedown: null,
    deeperAnalysis: null,
    version: 1,
    history: [],
    remarks: [],
    merged: [],
    captureRefusal: 'decided' as const,
  })

/** @throws AppError `NOT_FOUND` */
export const giveSecondReview: Handler<typeof contract.giveSecondReview> = async (context, { params, body }) => {
  const { tx, company, actor } = context
  const { threatId } = params
  const first = found(await putSecondVerdict(tx, company.id, threatId, actor, body.verdict), 'review')
  await recordAudit(context, {
    action: 'qa.secondReview',
    targetType: 'threat',
    targetId: threatId,
    after: { verdict: body.verdict, first: first.first_verdict },
  })
  return {
    first: { verdict: first.first_verdict, by: first.first_by_name, at: first.first_at.toISOString() },
    agrees: first.first_verdict === body.verdict,
  }
}

export const getReviewAgreement: Handler<typeof contract.getReviewAgreement> = async ({ tx, company }, { query }) => {
  const since = new Date(Date.now() - query.daysBack * dayMs)
  const pairs = await decisionPairs(tx, company.id, since)
  const countOf = (some: typeof pairs) => some.reduce((total, { count }) => total + count, 0)
  const disagreements = await latestDisagreements(tx, company.id, since)
  return {
    pairs: countOf(pairs),
    agreed: countOf(pairs.filter(({ first, second }) => first === second)),
    ...(kappaOf(pairs) ?? { kappa: null, low: null, high: null }),
    disagreements: disagreements.map((row) => ({
      threatId: row.threat_id,
      title: row.title,
      source: row.source,
      first: { verdict: row.first_verdict, by: row.first_by_name },
      second: { verdict: row.second_verdict, by: row.second_by_name },
      at: row.second_at.toISOString(),
    })),
  }
}
