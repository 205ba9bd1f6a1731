import { sql } from 'kysely'
import { claimMinutes, openMinutes } from '@signet/contract/review/qa-work'
import type { Kind, ThreatSource } from '@signet/contract/threats/sources'
import type { Tx } from '../../db/database.ts'

/** More than a screen shows; the reviewers of a company hold far fewer claims. */
const claimsMax = 1000

/**
 * Claims up to `n` unclaimed threats, the most severe first. Two concurrent reviewers get different ones: locked threats are skipped, and
 * an active claim is never replaced. Index: threats_stage.
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
  const free = await sql<{ id: string }>`
    select t.id from threats t
    where t.company_id = ${companyId} and t.kind = 'threat' and t.stage = 'queued' and not t.auto_filtered ${ofSource}
      and not exists (select from qa_claims c where c.company_id = t.company_id and c.threat_id = t.id and c.expires_at > now())
    order by t.severity desc, t.first_seen, t.id limit ${wanted.n} for update of t skip locked`.execute(tx)
  if (free.rows.length === 0) return []
  // A parameter there is refused by Citus after a select.
  const now = sql.lit(new Date().toISOString())
  const { rows } = await sql<{ threat_id: string }>`
    insert into qa_claims as c (company_id, threat_id, user_id, user_name, expires_at)
    select ${companyId}, id, ${user.userId}::uuid, ${user.name}, now() + make_interval(mins => ${claimMinutes})
    from unnest(${free.rows.map(({ id }) => id)}::uuid[]) as id
    on conflict (company_id, threat_id) do update
      set user_id = excluded.user_id, user_name = excluded.user_name, expires_at = excluded.expires_at, is_opened = false
      where c.expires_at <= ${now}::timestamptz
    returning threat_id`.execute(tx)
  return rows.map((row) => row.threat_id)
}

/** The name of the reviewer who has claimed each of the threats. Index: qa_claims_pkey. */
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

export interface ReviewClaim {
  threat_id: string
  user_id: string
  user_name: string
  expires_at: Date
  is_opened: boolean
}

/**
 * Claims a waiting record for the reviewer who opened it, unless another reviewer has claimed it; the record they had open before is
 * released.
 *
 * @returns the claim that is now active, whichever reviewer holds it; `null` if the record isn't waiting
 */
export async function openClaim(
  tx: Tx,
  companyId: number,
  user: { userId: string; name: string },
  record: { kind: Kind; id: string },
): Promise<ReviewClaim | null> {
  await tx
    .deleteFrom('qa_claims')
    .where('company_id', '=', companyId)
    .where('user_id', '=', user.userId)
    .where('is_opened', '=', true)
    .where('threat_id', '!=', record.id)
    .execute()
  // The reviewer's own explicit claim isn't changed, because it lasts longer.
  await sql`
    insert into qa_claims as c (company_id, threat_id, user_id, user_name, expires_at, is_opened)
    select t.company_id, t.id, ${user.userId}::uuid, ${user.name}, now() + make_interval(mins => ${openMinutes}), true
    from threats t where t.company_id = ${companyId} and t.id = ${record.id}::uuid and t.kind = ${record.kind} and t.stage = 'queued'
    on conflict (company_id, threat_id) do update
      set user_id = excluded.user_id, user_name = excluded.user_name, expires_at = excluded.expires_at, is_opened = true
      where c.expires_at <= ${new Date()}::timestamptz or (c.user_id = excluded.user_id and c.is_opened)`.execute(tx)
  const [claim] = await waitingClaims(tx, companyId, record)
  return claim ?? null
}

/** The active claims on waiting records, or the one on a record. Index: qa_claims_pkey. */
export async function waitingClaims(
  tx: Tx,
  companyId: number,
  record?: { kind: Kind; id: string },
): Promise<ReviewClaim[]> {
  return tx
    .selectFrom('qa_claims as c')
    .innerJoin('threats as t', (join) =>
      join.onRef('t.company_id', '=', 'c.company_id').onRef('t.id', '=', 'c.threat_id'),
    )
    .select(['c.threat_id', 'c.user_id', 'c.user_name', 'c.expires_at', 'c.is_opened'])
    .where('c.company_id', '=', companyId)
    .where('t.stage', '=', 'queued')
    .where('c.expires_at', '>', sql<Date>`now()`)
    .$call((query) => (record ? query.where('c.threat_id', '=', record.id).where('t.kind', '=', record.kind) : query))
    .orderBy('c.expires_at')
    .orderBy('c.threat_id')
    .limit(claimsMax)
    .execute()
}

/** The records among these that another reviewer has claimed. Index: qa_claims_pkey. */
export async function claimedByOthers(
  tx: Tx,
  companyId: number,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('qa_claims')
    .select('threat_id')
    .where('company_id', '=', companyId)
    .where('threat_id', 'in', ids)
    .where('user_id', '!=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
  return new Set(rows.map((row) => row.threat_id))
}

/** The records that a reviewer has explicitly claimed, not only opened. */
export async function claimedBy(tx: Tx, companyId: number, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('qa_claims')
    .select('threat_id')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('is_opened', '=', false)
    .where('expires_at', '>', sql<Date>`now()`)
    .limit(claimsMax)
    .execute()
  return rows.map((row) => row.threat_id)
}
