import type { NotificationEvent } from '@signet/contract/messages/notification-rules'
import type { Tx } from '../../db/database.ts'
import type { NewRow } from '../../db/rows.ts'
import { sql } from 'kysely'

/** All rules, oldest first. */
export function listRules(tx: Tx) {
  return tx.selectFrom('notification_rules').selectAll().orderBy('created_at').orderBy('id').execute()
}

/** The active rules for an event. */
export function rulesOf(tx: Tx, event: NotificationEvent) {
  return tx
    .selectFrom('notification_rules')
    .selectAll()
    .where('event', '=', event)
    .where('paused_at', 'is', null)
    .orderBy('id')
    .execute()
}

export async function countRules(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('notification_rules')
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A rule, locked. Index: notification_rules_pkey. */
export function lockRule(tx: Tx, ruleId: string) {
  return tx.selectFrom('notification_rules').selectAll().where('id', '=', ruleId).forUpdate().executeTakeFirst()
}

export function insertRule(tx: Tx, rule: NewRow<'notification_rules'>) {
  return tx.insertInto('notification_rules').values(rule).returningAll().executeTakeFirstOrThrow()
}

/** Index: notification_rules_pkey. */
export function changeRule(tx: Tx, ruleId: string, rule: Partial<NewRow<'notification_rules'>>) {
  return tx
    .updateTable('notification_rules')
    .set(rule)
    .where('id', '=', ruleId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Index: notification_rules_pkey. */
export async function deleteRule(tx: Tx, ruleId: string): Promise<void> {
  await tx.deleteFrom('notification_rules').where('id', '=', ruleId).execute()
}

/** Keeps the causes that a rule reports; returns those that it had not reported before. */
export async function insertHits(
  tx: Tx,
  companyId: number,
  ruleId: string,
  causes: readonly string[],
): Promise<Set<string>> {
  const hits = await tx
    .insertInto('notification_rule_hits')
    .values(causes.map((cause) => ({ company_id: companyId, rule_id: ruleId, cause })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('cause')
    .execute()
  return new Set(hits.map(({ cause }) => cause))
}

/** The hits of each rule: the last one, and how many within 30 days. Index: notification_rule_hits_at. */
export async function countHits(tx: Tx, companyIds: number[], ruleIds: string[]) {
  if (ruleIds.length === 0) return new Map<string, never>()
  const rows = await tx
    .selectFrom('notification_rule_hits')
    .select((select) => [
      'rule_id',
      select.fn.max('at').as('last'),
      sql<string>`count(*) filter (where at > now() - interval '30 days')`.as('recent'),
    ])
    .where('company_id', 'in', companyIds)
    .where('rule_id', 'in', ruleIds)
    .groupBy('rule_id')
    .execute()
  return new Map(rows.map((row) => [row.rule_id, row]))
}
