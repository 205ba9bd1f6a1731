import { sql } from 'kysely'
import { claimMinutes, openMinutes } from '@signet/contract/qa-work'
import type { Kind, ThreatSource } from '@signet/contract/sources'
import type { Tx } from '../../db/database.ts'

/** More than a screen shows; as many reviewers as work for a company hold far fewer. */
const claimsMax = 1000

/**
 * Claims up to `n` unclaimed threats, the most severe first. Two concurrent reviewers get different ones: what one has
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
      set user_id = excluded.user_id, user_name = excluded.user_name, expires_at = excluded.expires_at, is_opened = false
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

export interface Claim {
  threat_id: string
  user_id: string
  user_name: string
  expires_at: Date
  is_opened: boolean
}

/**
 * Holds a waiting record for a reviewer who opened it, unless another one has it; what the reviewer had open before is free again.
 *
 * @returns the claim that holds now, of whomever; `null` when the record does not wait
 */
export async function openClaim(
  tx: Tx,
  companyId: number,
  user: { userId: string; name: string },
  record: { kind: Kind; id: string },
): Promise<Claim | null> {
  await tx
    .deleteFrom('qa_claims')
    .where('company_id', '=', companyId)
    .where('user_id', '=', user.userId)
    .where('is_opened', '=', true)
    .where('threat_id', '!=', record.id)
    .execute()
  // A claim of one's own that was asked for is kept as it is: it lasts longer.
  await sql`
    insert into qa_claims as c (company_id, threat_id, user_id, user_name, expires_at, is_opened)
    select t.company_id, t.id, ${user.userId}::uuid, ${user.name}, now() + make_interval(mins => ${openMinutes}), true
    from threats t where t.company_id = ${companyId} and t.id = ${record.id}::uuid and t.kind = ${record.kind} and t.stage = 'queued'
    on conflict (company_id, threat_id) do update
      set user_id = excluded.user_id, user_name = excluded.user_name, expires_at = excluded.expires_at, is_opened = true
      where c.expires_at <= now() or (c.user_id = excluded.user_id and c.is_opened)`.execute(tx)
  const [claim] = await waitingClaims(tx, companyId, record)
  return claim ?? null
}

/** The claims that hold on what waits, or the one on a record. Index: qa_claims_pkey. */
export async function waitingClaims(tx: Tx, companyId: number, record?: { kind: Kind; id: string }): Promise<Claim[]> {
  return tx
    .selectFrom('qa_claims as c')
    .innerJoin('threats as t', (join) =>
      join.onRef('t.company_id', '=', 'c.company_id').onRef('t.id', '=', 'c.threat_id'),
    )
    .select(['c.threat_id', 'c.user_id', 'c.user_name', 'c.expires_at', 'c.is_opened'])
    .where('c.company_id', '=', companyId)
    .where('t.stage', '=', 'queued')
    .where('c.expires_at', '>', sql<Date>`now()`)
    .$if(record !== undefined, (query) =>
      query.where('c.threat_id', '=', record?.id as string).where('t.kind', '=', record?.kind as Kind),
    )
    .orderBy('c.expires_at')
    .orderBy('c.threat_id')
    .limit(claimsMax)
    .execute()
}

/** Which of the records another reviewer has. Index: qa_claims_pkey. */
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

/** What a reviewer has claimed and not only opened. */
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
