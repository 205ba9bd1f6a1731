import { sql, type Updateable } from 'kysely'
import type { HuntState } from '@signet/contract/collection/rule-hunts'
import type { ThreatSource } from '@signet/contract/threats/sources'
import type { Tx } from '../../db/database.ts'
import type { NewRow, Row } from '../../db/rows.ts'
import type { Tables } from '../../db/tables.ts'

export type RuleHuntRow = Row<'rule_hunts'>

const listedMax = 10

/** The latest hunts of a rule, newest first. Index: rule_hunts_rule. */
export function latestHunts(tx: Tx, companyId: number, ruleId: string): Promise<RuleHuntRow[]> {
  return tx
    .selectFrom('rule_hunts')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('rule_id', '=', ruleId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(listedMax)
    .execute()
}

/** Adds a hunt; undefined while another one of the company is running. Index: rule_hunts_running. */
export function insertHunt(tx: Tx, row: NewRow<'rule_hunts'>): Promise<RuleHuntRow | undefined> {
  return tx
    .insertInto('rule_hunts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['company_id']).where('state', '=', 'running').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Index: rule_hunts_pkey. */
export const findHunt = (tx: Tx, companyId: number, huntId: string): Promise<RuleHuntRow | undefined> =>
  tx
    .selectFrom('rule_hunts')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', huntId)
    .executeTakeFirst()

/** Changes a running hunt; undefined if it isn't running. Index: rule_hunts_pkey. */
export function changeHunt(
  tx: Tx,
  companyId: number,
  huntId: string,
  change: Updateable<Tables['rule_hunts']> & { state?: HuntState },
): Promise<RuleHuntRow | undefined> {
  return tx
    .updateTable('rule_hunts')
    .set(change)
    .where('company_id', '=', companyId)
    .where('id', '=', huntId)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst()
}

/** Keeps the progress of a run; false if the hunt was cancelled or deleted, or another worker has it. Index: rule_hunts_pkey. */
export async function setHunt(
  tx: Tx,
  { company_id: companyId, id, run }: Pick<RuleHuntRow, 'company_id' | 'id' | 'run'>,
  change: Updateable<Tables['rule_hunts']>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('rule_hunts')
    .set(change)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The number of threats of these sources. Index: threats_stage. */
export async function countThreats(tx: Tx, companyId: number, sources: readonly ThreatSource[]): Promise<number> {
  const { count } = await tx
    .selectFrom('threats')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('company_id', '=', companyId)
    .where('kind', '=', 'threat')
    .where('source', 'in', sources)
    .executeTakeFirstOrThrow()
  return count
}

/** The next threats in the order of their ids, in every stage. Index: threats_pkey. */
export function threatsAfter(
  tx: Tx,
  companyId: number,
  sources: readonly ThreatSource[],
  after: string | null,
  limit: number,
) {
  return tx
    .selectFrom('threats')
    .select(['id', 'source', 'title', 'url', 'fields', 'stage', 'staged_by', 'status'])
    .where('company_id', '=', companyId)
    .where('kind', '=', 'threat')
    .where('source', 'in', sources)
    .$if(after !== null, (rows) => rows.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()
}
