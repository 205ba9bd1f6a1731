import type { ReopenedFor } from '@signet/contract/threats/records'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'

/** The states that reopened a threat before, and those that they replaced: a person has decided on each. Index: audit_target. */
export async function statesReopenedFor(tx: Tx, companyId: number, threatId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<ReopenedFor[number]>`
    select change ->> 'what' as what, change ->> 'before' as before, change ->> 'after' as after
    from audit a cross join lateral jsonb_array_elements(a.after -> 'changes') as change
    where a.company_id = ${companyId} and a.target_id = ${threatId} and a.action in ('qa.reopened', 'threat.reopened')
      and jsonb_typeof(a.after -> 'changes') = 'array'`.execute(tx)
  return new Set(rows.flatMap(({ what, before, after }) => [`${what} ${before}`, `${what} ${after}`]))
}
