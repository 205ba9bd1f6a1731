import { sql } from 'kysely'
import { replyRulesMax, type ReplyRule } from '@signet/contract/takedowns/reply-rules'
import type { Tx } from '../../../db/database.ts'
import type { NewRow, Row } from '../../../db/rows.ts'

/** The rules of the staff. Index: reply_rules_provider. */
export async function storedRules(tx: Tx): Promise<ReplyRule[]> {
  const rows = await tx
    .selectFrom('reply_rules')
    .selectAll()
    .orderBy('provider')
    .orderBy('class')
    .orderBy('id')
    .limit(replyRulesMax)
    .execute()
  return rows.map(toRule)
}

/** The number of rules; nobody else adds one before the transaction ends. */
export async function lockRuleCount(tx: Tx): Promise<number> {
  await sql`lock table reply_rules in share row exclusive mode`.execute(tx)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from reply_rules`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The rules for a sender's address: those of its domain and of the domains above. Index: reply_rules_provider. */
export async function replyRulesFor(tx: Tx, from: string | null): Promise<ReplyRule[]> {
  const labels = from?.slice(from.lastIndexOf('@') + 1).split('.') ?? []
  const domains = labels.map((_, at) => labels.slice(at).join('.'))
  const rows = await tx
    .selectFrom('reply_rules')
    .selectAll()
    .where(sql<boolean>`provider = any (${domains}::text[])`)
    .orderBy('provider')
    .orderBy('class')
    .orderBy('id')
    .execute()
  return rows.map(toRule)
}

/** A rule, locked. Index: reply_rules_pkey. */
export function lockReplyRule(tx: Tx, id: string) {
  return tx.selectFrom('reply_rules').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Adds a rule or replaces it. Index: reply_rules_pkey. */
export async function putRule(tx: Tx, rule: NewRow<'reply_rules'>): Promise<ReplyRule> {
  const { id: _, ...change } = rule
  const row = await tx
    .insertInto('reply_rules')
    .values(rule)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
    .returningAll()
    .executeTakeFirstOrThrow()
  return toRule(row)
}

/** Index: reply_rules_pkey. */
export async function deleteReplyRuleRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('reply_rules').where('id', '=', id).execute()
}

const toRule = (row: Row<'reply_rules'>): ReplyRule => ({
  id: row.id,
  provider: row.provider,
  class: row.class,
  phrases: row.phrases,
  by: row.changed_by_name,
  changedAt: row.changed_at.toISOString(),
  version: row.version,
})
