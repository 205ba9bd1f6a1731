import type { ReviewStep } from '@signet/contract/review/qa'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { Row } from '../../../db/rows.ts'

/** For this long a reviewer can undo a step, hours. */
export const undoHours = 24

/**
 * Keeps what records are now, before a step of a reviewer changes them and raises their version by one. Index: qa_last_steps_pkey.
 */
export async function putLastSteps(
  tx: Tx,
  companyId: number,
  threatIds: readonly string[],
  step: ReviewStep | 'recheck',
  userId: string,
): Promise<void> {
  await sql`
    insert into qa_last_steps (company_id, threat_id, step, by_user, version, stage, stage_reason, staged_at, staged_by, staged_by_name,
      queued_at, published_at, auto_filtered, recall_reason, every_days, checked_at, checked_by_name, due_at)
    select t.company_id, t.id, ${step}::text, ${userId}::uuid, t.version + 1, t.stage, t.stage_reason, t.staged_at, t.staged_by,
      t.staged_by_name, t.queued_at, t.published_at, t.auto_filtered, t.recall_reason, w.every_days, w.checked_at, w.checked_by_name,
      w.due_at
    from threats t left join qa_watches w on w.company_id = t.company_id and w.threat_id = t.id
    where t.company_id = ${companyId} and t.id = any (${threatIds}::uuid[])
    on conflict (company_id, threat_id) do update set step = excluded.step, by_user = excluded.by_user, at = excluded.at,
      version = excluded.version, stage = excluded.stage, stage_reason = excluded.stage_reason, staged_at = excluded.staged_at,
      staged_by = excluded.staged_by, staged_by_name = excluded.staged_by_name, queued_at = excluded.queued_at,
      published_at = excluded.published_at, auto_filtered = excluded.auto_filtered, recall_reason = excluded.recall_reason,
      every_days = excluded.every_days, checked_at = excluded.checked_at, checked_by_name = excluded.checked_by_name,
      due_at = excluded.due_at`.execute(tx)
}

export type LastStep = Pick<
  Row<'qa_last_steps'>,
  'threat_id' | 'step' | 'version' | 'stage' | 'staged_at' | 'staged_by' | 'staged_by_name' | 'auto_filtered'
>

/** The last steps of records that one reviewer took and can still undo. Index: qa_last_steps_pkey. */
export async function lastStepsOf(
  tx: Tx,
  companyId: number,
  threatIds: readonly string[],
  userId: string,
): Promise<Map<string, LastStep>> {
  if (threatIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('qa_last_steps')
    .select(['threat_id', 'step', 'version', 'stage', 'staged_at', 'staged_by', 'staged_by_name', 'auto_filtered'])
    .where('company_id', '=', companyId)
    .where('threat_id', 'in', threatIds)
    .where('by_user', '=', userId)
    .where('at', '>', sql<Date>`now() - make_interval(hours => ${sql.lit(undoHours)})`)
    .execute()
  return new Map(rows.map((row) => [row.threat_id, row]))
}

/** Makes records again what they were before their last step, and forgets the step. Indexes: the primary keys of the tables. */
export async function setBeforeLastStep(tx: Tx, companyId: number, threatIds: readonly string[]): Promise<void> {
  await sql`
    update threats t set stage = b.stage, stage_reason = b.stage_reason, staged_at = b.staged_at, staged_by = b.staged_by,
      staged_by_name = b.staged_by_name, queued_at = b.queued_at, published_at = b.published_at, auto_filtered = b.auto_filtered,
      recall_reason = b.recall_reason, version = t.version + 1
    from qa_last_steps b where t.company_id = ${companyId} and t.id = any (${threatIds}::uuid[])
      and b.company_id = t.company_id and b.threat_id = t.id`.execute(tx)
  await sql`delete from qa_watches where company_id = ${companyId} and threat_id = any (${threatIds}::uuid[])`.execute(
    tx,
  )
  await sql`
    insert into qa_watches (company_id, threat_id, every_days, checked_at, checked_by_name, due_at)
    select company_id, threat_id, every_days, checked_at, checked_by_name, due_at from qa_last_steps
    where company_id = ${companyId} and threat_id = any (${threatIds}::uuid[]) and due_at is not null`.execute(tx)
  await sql`delete from qa_last_steps where company_id = ${companyId} and threat_id = any (${threatIds}::uuid[])`.execute(
    tx,
  )
}
