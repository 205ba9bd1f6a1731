import { sql } from 'kysely'
import { allowKeyOf, allowValuesOf, type AllowRule, type SeenAt } from '@signet/detection'
import type { Tx } from '../../db/database.ts'

/** An entry with the fields that matching needs. */
export interface Rule extends AllowRule {
  id: string
  reason: string | null
}

/** Whether a company has an allow list at all: most have none and need no further queries. */
export async function hasEntries(tx: Tx, companyId: number): Promise<boolean> {
  const { rows } = await sql`select from allow_entries where company_id = ${companyId} limit 1`.execute(tx)
  return rows.length > 0
}

/** One look-up per value, because for a few thousand values the planner would read the whole table. */
export async function rulesFor(
  tx: Tx,
  companyId: number,
  keys: readonly { seen: SeenAt }[],
): Promise<Map<string, Rule>> {
  const values = new Map(keys.flatMap(({ seen }) => allowValuesOf(seen).map((value) => [allowKeyOf(value), value])))
  if (values.size === 0) return new Map()
  const wanted = [...values.values()]
  const { rows } = await sql<{
    id: string
    kind: Rule['kind']
    value: string
    reason: string | null
    expires_at: Date | null
    content_hash: string | null
  }>`
    select e.* from unnest(${wanted.map(({ kind }) => kind)}::text[], ${wanted.map(({ value }) => value)}::text[])
      as w (kind, value)
    cross join lateral (
      select id, kind, value, reason, expires_at, content_hash from allow_entries
      where company_id = ${companyId} and kind = w.kind and value = w.value limit 1
    ) e`.execute(tx)
  return new Map(
    rows.map((row) => [
      allowKeyOf(row),
      {
        id: row.id,
        kind: row.kind,
        value: row.value,
        reason: row.reason,
        expiresAt: row.expires_at,
        contentHash: row.content_hash,
      },
    ]),
  )
}
