import { sql } from 'kysely'
import { advisoryLocks } from '../../db/advisory-locks.ts'
import type { Tx } from '../../db/database.ts'
import type { NewRow, Row } from '../../db/rows.ts'

export type DetectionRuleRow = Row<'detection_rules'>
/** A rule with what it did. */
export type ListedRule = DetectionRuleRow & { effects: number; last_effect_at: Date | null }

/** More are not counted. */
const effectsMax = 10_000

/** By name. Indexes: detection_rules_pkey, rule_effects_at. */
export function findRules(tx: Tx, companyId: number): Promise<ListedRule[]> {
  return listed(tx, companyId).orderBy('name').execute()
}

/** Indexes: detection_rules_pkey, rule_effects_at. */
export const findRule = (tx: Tx, companyId: number, ruleId: string): Promise<ListedRule | undefined> =>
  listed(tx, companyId).where('id', '=', ruleId).executeTakeFirst()

const listed = (tx: Tx, companyId: number) =>
  tx
    .selectFrom('detection_rules')
    .selectAll('detection_rules')
    .select([
      sql<number>`(select count(*)::int from (select from rule_effects e
        where e.company_id = ${companyId} and e.rule_id = detection_rules.id limit ${effectsMax}) counted)`.as(
        'effects',
      ),
      sql<Date | null>`(select max(e.at) from rule_effects e
        where e.company_id = ${companyId} and e.rule_id = detection_rules.id)`.as('last_effect_at'),
    ])
    .where('company_id', '=', companyId)

/** Locked for a change. Index: detection_rules_pkey. */
export function lockRule(tx: Tx, companyId: number, ruleId: string): Promise<DetectionRuleRow | undefined> {
  return tx
    .selectFrom('detection_rules')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', ruleId)
    .forUpdate()
    .executeTakeFirst()
}

/** The names of the rules, locked so that two people can't add one too many. */
export async function lockRuleNames(tx: Tx, companyId: number): Promise<{ id: string; name: string }[]> {
  // The first rule has no row to lock.
  await sql`select pg_advisory_xact_lock(${advisoryLocks.detectionRules}, ${companyId})`.execute(tx)
  return tx.selectFrom('detection_rules').select(['id', 'name']).where('company_id', '=', companyId).execute()
}

export async function insertRule(tx: Tx, row: NewRow<'detection_rules'>): Promise<void> {
  await tx.insertInto('detection_rules').values(row).execute()
}

/** Index: detection_rules_pkey. */
export async function setRule(
  tx: Tx,
  companyId: number,
  ruleId: string,
  change: Partial<Omit<NewRow<'detection_rules'>, 'company_id' | 'id' | 'version'>>,
): Promise<void> {
  await tx
    .updateTable('detection_rules')
    .set((set) => ({ ...change, changed_at: new Date(), version: set('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', ruleId)
    .execute()
}

/** With what it did. Index: detection_rules_pkey. */
export async function deleteRule(tx: Tx, companyId: number, ruleId: string): Promise<void> {
  await tx.deleteFrom('detection_rules').where('company_id', '=', companyId).where('id', '=', ruleId).execute()
}

/** Keeps what a reason means, also for threats that have it when the rule is gone. Index: rule_reasons_pkey. */
export async function putReason(
  tx: Tx,
  companyId: number,
  { name, explanation }: Pick<DetectionRuleRow, 'name' | 'explanation'>,
): Promise<void> {
  await tx
    .insertInto('rule_reasons')
    .values({ company_id: companyId, name, explanation })
    .onConflict((conflict) => conflict.columns(['company_id', 'name']).doUpdateSet({ explanation }))
    .execute()
}
