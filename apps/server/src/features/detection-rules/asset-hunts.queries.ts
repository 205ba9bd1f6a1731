import { sql, type Updateable } from 'kysely'
import type { HuntState } from '@signet/contract/collection/rule-hunts'
import type { Tx } from '../../db/database.ts'
import type { NewRow, Row } from '../../db/rows.ts'
import type { Tables } from '../../db/tables.ts'

export type AssetHuntRow = Row<'asset_hunts'>

/** Adds a hunt; undefined while another one of the company is running. Index: asset_hunts_running. */
export function insertAssetHunt(tx: Tx, row: NewRow<'asset_hunts'>): Promise<AssetHuntRow | undefined> {
  return tx
    .insertInto('asset_hunts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['company_id']).where('state', '=', 'running').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Index: asset_hunts_pkey. */
export const findAssetHunt = (tx: Tx, companyId: number, huntId: string): Promise<AssetHuntRow | undefined> =>
  tx
    .selectFrom('asset_hunts')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', huntId)
    .executeTakeFirst()

/**
 * Changes a running hunt; undefined if it isn't running, or if another worker has it.
 *
 * @param run of the worker; null if any may have it. Index: asset_hunts_pkey.
 */
export function changeAssetHunt(
  tx: Tx,
  { company_id: companyId, id, run }: Pick<AssetHuntRow, 'company_id' | 'id' | 'run'>,
  change: Updateable<Tables['asset_hunts']> & { state?: HuntState },
): Promise<AssetHuntRow | undefined> {
  return tx
    .updateTable('asset_hunts')
    .set(change)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .$if(run !== null, (rows) => rows.where('run', '=', run))
    .returningAll()
    .executeTakeFirst()
}

/** Cancels the running hunt of a company if this user started it, or if it began long ago. Index: asset_hunts_running. */
export function cancelLeftHunts(
  tx: Tx,
  companyId: number,
  { userId, before }: { userId: string; before: Date },
): Promise<AssetHuntRow[]> {
  return tx
    .updateTable('asset_hunts')
    .set({ state: 'cancelled', finished_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('state', '=', 'running')
    .where((where) => where.or([where('created_by', '=', userId), where('created_at', '<', before)]))
    .returningAll()
    .execute()
}

/** The number of stored threats, in every stage. Index: threats_stage. */
export async function countStoredThreats(tx: Tx, companyId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('threats')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('company_id', '=', companyId)
    .where('kind', '=', 'threat')
    .executeTakeFirstOrThrow()
  return count
}

/** The next threats in every stage, the newest first. Index: threats_first_seen. */
export function threatsBefore(
  tx: Tx,
  { company_id: companyId, read_to: id, read_seen: seen }: Pick<AssetHuntRow, 'company_id' | 'read_to' | 'read_seen'>,
  limit: number,
) {
  return tx
    .selectFrom('threats')
    .select(['id', 'source', 'title', 'url', 'fields', 'stage', 'staged_by', 'status'])
    .select(sql<string>`first_seen::text`.as('seen'))
    .where('company_id', '=', companyId)
    .where('kind', '=', 'threat')
    .$if(id !== null, (rows) => rows.where(sql<boolean>`(first_seen, id) < (${seen}::timestamptz, ${id}::uuid)`))
    .orderBy('first_seen', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
