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
import type { AnySource } from '@signet/contract/threats/sources'
import type { ColumnValue } from '../../../db/columns.ts'
import type { Tx } from '../../../db/database.ts'

/** A threat in any stage, and the newest takedown of it. */
export interface ThreatInReview {
  id: string
  source: AnySource
  title: string
  stage: QaStage
  status: ColumnValue<'threats.status'>
  takedown: TakedownStatus | null
  takedownId: string | null
}

/** In the order of their ids. Indexes: threats_pkey, takedowns_threat. */
export async function threatsInReview(
  tx: Tx,
  companyId: number,
  threatIds: readonly string[],
): Promise<ThreatInReview[]> {
  if (threatIds.length === 0) return []
  const { rows } = await sql<ThreatInReview>`
    select s.id, s.source, s.title, s.stage, s.status, k.status as takedown, k.id as "takedownId"
    from threats s
    left join lateral (select c.id, c.status from takedowns c where c.company_id = ${companyId} and c.threat_id = s.id
      order by c.requested_at desc, c.id limit 1) k on true
    where s.company_id = ${companyId} and s.id = any (${threatIds}::uuid[]) order by s.id`.execute(tx)
  return rows
}

/** What became of it, for somebody who reported it. */
export function progressOfThreat({
  stage,
  status,
  takedown,
}: Pick<ThreatInReview, 'stage' | 'status' | 'takedown'>): TipProgress {
  if (stage === 'deleted') return 'notScam'
  if (stage !== 'published') return 'received'
  if (isOneOf(downTakedownStatuses, takedown)) return 'takenDown'
  if (isOneOf(runningTakedownStatuses, takedown) && !isOneOf(unsentTakedownStatuses, takedown)) return 'takedown'
  return status === 'whitelist' || status === 'falsePositive' ? 'notScam' : 'reviewed'
}
