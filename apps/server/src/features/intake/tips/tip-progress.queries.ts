import { sql } from 'kysely'
import type { TipProgress } from '@signet/contract/collection/tips'
import type { QaStage } from '@signet/contract/review/qa'
import { isOneOf } from '@signet/contract/narrow'
import {
  downTakedownStatuses,
  runningTakedownStatuses,
  unsentTakedownStatuses,
  type TakedownStatus,
} from '@signet/contract/takedowns/takedown-status'
import { dayMs } from '@signet/contract/time'
import type { ColumnValue } from '../../../db/columns.ts'
import type { Tx } from '../../../db/database.ts'
import type { TipRow } from './tips.queries.ts'

/** A threat that was reported, and the newest case about it. */
interface ReportedThreat {
  stage: QaStage
  status: ColumnValue<'threats.status'>
  takedown: TakedownStatus | null
}

/**
 * What is the company's own is no scam, but the answer comes a day later, like one of a person: otherwise anybody could ask within a minute
 * what the company owns and allows.
 */
const suppressedShownMs = dayMs

/** The threats that a thing is; duplicates count as the one they were merged into. Indexes: tip_threats_tip, takedowns_threat. */
export async function threatsOfTip(tx: Tx, companyId: number, tipId: string): Promise<ReportedThreat[]> {
  const { rows } = await sql<ReportedThreat>`
    select s.stage, s.status, (
      select c.status from takedowns c where c.company_id = ${companyId} and c.threat_id = s.id
      order by c.requested_at desc, c.id limit 1) as takedown
    from tip_threats l
    left join threat_merges m on m.company_id = l.company_id and m.threat_id = l.threat_id
    join threats s on s.company_id = l.company_id and s.id = coalesce(m.into_id, l.threat_id)
    where l.company_id = ${companyId} and l.tip_id = ${tipId} order by s.id`.execute(tx)
  return rows
}

function progressOfThreat({ stage, status, takedown }: ReportedThreat): TipProgress {
  if (stage === 'deleted') return 'notScam'
  if (stage !== 'published') return 'received'
  if (isOneOf(downTakedownStatuses, takedown)) return 'takenDown'
  if (isOneOf(runningTakedownStatuses, takedown) && !isOneOf(unsentTakedownStatuses, takedown)) return 'takedown'
  return status === 'whitelist' || status === 'falsePositive' ? 'notScam' : 'reviewed'
}

/** The first of these that a threat of the report has reached is what its sender sees. */
const mostTelling = ['takedown', 'takenDown', 'reviewed', 'received'] as const satisfies readonly TipProgress[]

/** What became of a report. */
export function progressOf(
  { state }: Pick<TipRow, 'state'>,
  reportedAt: Date,
  threats: readonly ReportedThreat[],
  now: Date,
): TipProgress {
  if (state === 'dismissed') return 'notScam'
  if (state === 'suppressed') return now.getTime() - reportedAt.getTime() > suppressedShownMs ? 'notScam' : 'received'
  if (threats.length === 0) return 'received'
  const reached = new Set(threats.map(progressOfThreat))
  return mostTelling.find((progress) => reached.has(progress)) ?? 'notScam'
}
