import { sql } from 'kysely'
import { claimMinutes } from '@signet/contract/qa-work'
import type { ThreatSource } from '@signet/contract/sources'
import type { Tx } from '../../db/database.ts'

/**
 * Takes up to `n` waiting threats that nobody has, the worst first. Two reviewers who ask at once get different ones: what one has
 * locked the other leaves out, and a claim that holds is not taken over. Index: threats_stage.
 *
 * @returns their ids
 */
export async function claimWaiting(
  tx: Tx,
  companyId: number,
  user: { userId: string; name: string },
  wanted: { n: number; source?: ThreatSource | undefined },
): Promise<string[]> {
  const ofSource = wanted.source ? sql`and t.source = ${wanted.source}` : sql``
  const { rows } = await sql<{ threat_id: string }>`
    with free as (
      select t.id from threats t
      where t.company_id = ${companyId} and t.kind = 'threat' and t.stage = 'queued' and not t.auto_filtered ${ofSource}
        and not exists (select from qa_claims c where c.company_id = t.company_id and c.threat_id = t.id and c.expires_at > now())
      order by t.severity desc, t.first_seen, t.id limit ${wanted.n} for update of t skip locked
    )
    insert into qa_claims as c (company_id, threat_id, user_id, user_name, expires_at)
    select ${companyId}, free.id, ${user.userId}::uuid, ${user.name}, now() + make_interval(mins => ${claimMinutes}) from free
    on conflict (company_id, threat_id) do update
      set user_id = excluded.user_id, user_name = excluded.user_name, expires_at = excluded.expires_at
      where c.expires_at <= now()
    returning threat_id`.execute(tx)
  return rows.map((row) => row.threat_id)
}

/** Who has claimed which of the threats, by name. Index: qa_claims_pkey. */
export async function assigneesOf(
  tx: Tx,
  companyId: number,
  threatIds: readonly string[],
): Promise<Map<string, string>> {
  if (threatIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('qa_claims')
    .select(['threat_id', 'user_name'])
    .where('company_id', '=', companyId)
    .where('threat_id', 'in', threatIds)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
  return new Map(rows.map((row) => [row.threat_id, row.user_name]))
}
