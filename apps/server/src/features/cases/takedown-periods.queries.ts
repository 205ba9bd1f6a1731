import { sql } from 'kysely'
import type { AssetState } from '@signet/contract/takedowns/asset-checks'
import type { TakedownStatus } from '@signet/contract/takedowns/takedown-status'
import type { CaseRecord } from '@signet/detection'
import type { Tx } from '../../db/database.ts'

/** The beginning of a status, or of a state of the target. */
type Begun = { at: Date } & ({ status: TakedownStatus } | { state: AssetState })

/** Records that takedowns, or their targets, are in a new status from an instant on. The takedowns must be locked. */
export async function beginPeriods(
  tx: Tx,
  companyId: number,
  takedownIds: readonly string[],
  begun: Begun,
): Promise<void> {
  if (takedownIds.length === 0) return
  const [axis, status, state] = 'status' in begun ? ['status', begun.status, null] : ['asset', null, begun.state]
  await sql`
    insert into takedown_periods (company_id, takedown_id, axis, position, status, state, began_at)
    select ${companyId}, id, ${axis}, coalesce((
      select max(position) from takedown_periods
      where company_id = ${companyId} and takedown_id = id and axis = ${axis}), 0) + 1, ${status}, ${state}, ${begun.at}
    from unnest(${takedownIds}::uuid[]) as id
    returning takedown_id`.execute(tx)
}

/**
 * When the threat of a takedown was first seen, was published, and was first opened by the client. Indexes: threats_pkey,
 * client_views_pkey.
 */
export function foundAt(tx: Tx, companyId: number, threatId: string) {
  return tx
    .selectFrom('threats as t')
    .leftJoin('client_views as v', (on) =>
      on.onRef('v.company_id', '=', 't.company_id').onRef('v.threat_id', '=', 't.id'),
    )
    .select(['t.first_seen', 't.published_at', 'v.first_at as client_saw_at'])
    .where('t.company_id', '=', companyId)
    .where('t.id', '=', threatId)
    .executeTakeFirstOrThrow()
}

/** The statuses of a takedown and the states of its target since its request, oldest first. Index: takedown_periods_pkey. */
export async function periodsOf(
  tx: Tx,
  companyId: number,
  takedownId: string,
): Promise<Pick<CaseRecord, 'statuses' | 'states'>> {
  const rows = await tx
    .selectFrom('takedown_periods')
    .select(['status', 'state', 'began_at'])
    .where('company_id', '=', companyId)
    .where('takedown_id', '=', takedownId)
    .orderBy('axis')
    .orderBy('position')
    .execute()
  return {
    statuses: rows.flatMap(({ status, began_at: at }) => (status ? [{ value: status, at: at.toISOString() }] : [])),
    states: rows.flatMap(({ state, began_at: at }) => (state ? [{ value: state, at: at.toISOString() }] : [])),
  }
}
