import { usualCheckDays, type CheckDays } from '@signet/contract/review/qa'
import { dayMs } from '@signet/contract/time'
import type { Tx } from '../../db/database.ts'

export interface ThreatWatch {
  everyDays: CheckDays
  dueAt: Date
  checkedAt: Date
  checkedBy: string | null
}

/**
 * Records a check of watched records and when they return to the queue.
 *
 * @returns that time
 */
export async function putWatches(
  tx: Tx,
  companyId: number,
  threatIds: readonly string[],
  { everyDays, by, now = new Date() }: { everyDays: CheckDays; by: string; now?: Date },
): Promise<Date> {
  const due_at = new Date(now.getTime() + everyDays * dayMs)
  const watch = { every_days: everyDays, checked_at: now, checked_by_name: by, due_at }
  if (threatIds.length > 0) {
    await tx
      .insertInto('qa_watches')
      .values(threatIds.map((threat_id) => ({ company_id: companyId, threat_id, ...watch })))
      .onConflict((conflict) => conflict.columns(['company_id', 'threat_id']).doUpdateSet(watch))
      .execute()
  }
  return due_at
}

/** Deletes the entries of records that are no longer watched. Index: qa_watches_pkey. */
export async function deleteWatches(tx: Tx, companyId: number, threatIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('qa_watches').where('company_id', '=', companyId).where('threat_id', 'in', threatIds).execute()
}

/** When each watched record returns to the queue. Records without a chosen interval use the default. Index: qa_watches_pkey. */
export async function watchesOf(
  tx: Tx,
  companyId: number,
  watched: readonly { id: string; stagedAt: Date; stagedBy: string | null }[],
): Promise<Map<string, ThreatWatch>> {
  if (watched.length === 0) return new Map()
  const rows = await tx
    .selectFrom('qa_watches')
    .select(['threat_id', 'every_days', 'due_at', 'checked_at', 'checked_by_name'])
    .where('company_id', '=', companyId)
    .where(
      'threat_id',
      'in',
      watched.map(({ id }) => id),
    )
    .execute()
  const known = new Map(rows.map((row) => [row.threat_id, row]))
  return new Map(
    watched.map(({ id, stagedAt, stagedBy }) => {
      const row = known.get(id)
      const watch: ThreatWatch = row
        ? {
            everyDays: row.every_days,
            dueAt: row.due_at,
            checkedAt: row.checked_at,
            checkedBy: row.checked_by_name,
          }
        : {
            everyDays: usualCheckDays,
            dueAt: new Date(stagedAt.getTime() + usualCheckDays * dayMs),
            checkedAt: stagedAt,
            checkedBy: stagedBy,
          }
      return [id, watch]
    }),
  )
}
