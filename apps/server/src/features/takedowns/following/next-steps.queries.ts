import { severityRank } from '@signet/contract/threats/severities'
import type { NextStep } from '@signet/contract/takedowns/takedowns'
import type { FollowedCase } from '@signet/detection'
import type { Tx } from '../../../db/database.ts'
import { periodsOf } from '../../cases/takedown-periods.queries.ts'
import type { TakedownWithThreat } from '../../cases/takedowns.queries.ts'
import { followedNotices } from '../notices/attempts.queries.ts'

/** Cases of a company that one run takes a step in; the next run continues. */
const atOnce = 200

/** The cases whose next step is due, or is to be computed; those that have waited longest first. Index: takedowns_next_step. */
export async function dueCases(tx: Tx, companyId: number, now: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('takedowns')
    .select('id')
    .where('company_id', '=', companyId)
    .where('next_step_at', '<=', now)
    .orderBy('next_step_at')
    .orderBy('id')
    .limit(atOnce)
    .execute()
  return rows.map(({ id }) => id)
}

/** What the next step of a case follows from. */
export async function followedCaseOf(tx: Tx, row: TakedownWithThreat): Promise<FollowedCase> {
  const { statuses } = await periodsOf(tx, row.company_id, row.id)
  return {
    statuses,
    notices: await followedNotices(tx, row.company_id, row.id),
    isCritical: row.severity === severityRank.Critical,
    isReachable: row.asset_state !== 'unknown' && row.asset_state !== 'offline',
  }
}

/** When a case is checked again. */
export async function putNextStepAt(tx: Tx, row: TakedownWithThreat, step: NextStep | null): Promise<void> {
  await tx
    .updateTable('takedowns')
    .set({ next_step_at: step ? new Date(step.dueAt) : null })
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.id)
    .execute()
}

/** Lets a case whose step failed wait, unless its next step has changed since. Index: takedowns_pkey. */
export async function postponeStep(tx: Tx, companyId: number, takedownId: string, until: Date): Promise<void> {
  await tx
    .updateTable('takedowns')
    .set({ next_step_at: until })
    .where('company_id', '=', companyId)
    .where('id', '=', takedownId)
    .where('next_step_at', '<', until)
    .execute()
}

/** Records that the contact above the recipient of a notice was notified, or that there is none. Index: takedown_attempts_pkey. */
export async function markEscalated(tx: Tx, companyId: number, attemptId: string, now: Date): Promise<void> {
  await tx
    .updateTable('takedown_attempts')
    .set({ escalated_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', attemptId)
    .execute()
}
