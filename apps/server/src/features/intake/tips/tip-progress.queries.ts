import { sql } from 'kysely'
import type { TipProgress } from '@signet/contract/collection/tips'
import { dayMs } from '@signet/contract/time'
import type { Tx } from '../../../db/database.ts'
import {
  progressOfThreat,
  threatsInReview,
  type ThreatInReview,
} from '../../threats/found/threats-in-review.queries.ts'
import type { TipRow } from './tips.queries.ts'

/**
 * What is the company's own is no scam, but the answer comes a day later, like one of a person: otherwise anybody could ask within a minute
 * what the company owns and allows.
 */
const suppressedShownMs = dayMs

/** The threats that a thing is; duplicates count as the one they were merged into. Index: tip_threats_tip. */
export async function threatsOfTip(tx: Tx, companyId: number, tipId: string): Promise<ThreatInReview[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct coalesce(m.into_id, l.threat_id) as id from tip_threats l
    left join threat_merges m on m.company_id = l.company_id and m.threat_id = l.threat_id
    where l.company_id = ${companyId} and l.tip_id = ${tipId}`.execute(tx)
  return threatsInReview(
    tx,
    companyId,
    rows.map(({ id }) => id),
  )
}

/** The first of these that a threat of the report has reached is what its sender sees. */
const mostTelling = ['takedown', 'takenDown', 'reviewed', 'received'] as const satisfies readonly TipProgress[]

/** What became of a report. */
export function progressOf(
  { state }: Pick<TipRow, 'state'>,
  reportedAt: Date,
  threats: readonly ThreatInReview[],
  now: Date,
): TipProgress {
  if (state === 'dismissed') return 'notScam'
  if (state === 'suppressed') return now.getTime() - reportedAt.getTime() > suppressedShownMs ? 'notScam' : 'received'
  if (threats.length === 0) return 'received'
  const reached = new Set(threats.map(progressOfThreat))
  return mostTelling.find((progress) => reached.has(progress)) ?? 'notScam'
}
