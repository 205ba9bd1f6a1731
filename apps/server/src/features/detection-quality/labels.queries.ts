import { harmlessStatuses } from '@signet/contract/threats/records'
import type { ThreatSource } from '@signet/contract/threats/sources'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Decided } from './precision.ts'

const reasonsMax = 50
const reasonDecisionsMin = 5

const isHarmless = sql<boolean>`t.status = any (${[...harmlessStatuses]}::text[])`
const isConfirmed = sql<boolean>`t.stage = 'published' and not ${isHarmless}`

/**
 * The condition for threats of a detector on which a person decided since a time: a reviewer, or the client about what was published or
 * filtered automatically. Index: threats_staged.
 */
const isDecided = (
  companyId: number,
  since: Date,
) => sql<boolean>`t.company_id = ${companyId} and t.kind = 'threat' and t.stage in ('published', 'deletionPending', 'deleted')
    and t.staged_at >= ${since} and (t.staged_by is not null or (t.status <> 'open' and exists (
      select from automatic_decisions d where d.company_id = ${companyId} and d.threat_id = t.id)))
    and t.indicators <> '[]'`

/** The decisions on threats, by source and score. */
export async function labelsBySourceAndScore(tx: Tx, companyId: number, since: Date) {
  const { rows } = await sql<Decided & { source: ThreatSource; score: number }>`
    select t.source, t.score, count(*) filter (where ${isConfirmed})::int as confirmed,
      count(*) filter (where not (${isConfirmed}))::int as rejected
    from threats t where ${isDecided(companyId, since)} group by t.source, t.score`.execute(tx)
  return rows
}

/** The decisions on threats by each reason that raised their score, the reasons with the smallest share of confirmed ones first. */
export async function labelsByReason(tx: Tx, companyId: number, since: Date) {
  const { rows } = await sql<Decided & { name: string }>`
    with given as (
      select distinct t.id, ${isConfirmed} as is_confirmed, reason ->> 'name' as name
      from threats t cross join lateral jsonb_array_elements(t.indicators) as reason
      where ${isDecided(companyId, since)} and (reason ->> 'contribution')::float8 > 0 )
    select name, count(*) filter (where is_confirmed)::int as confirmed, count(*) filter (where not is_confirmed)::int as rejected
    from given group by name having count(*) >= ${reasonDecisionsMin}
    order by avg(is_confirmed::int), count(*) desc, name limit ${reasonsMax}`.execute(tx)
  return rows
}

/** The numbers of threats in the queue of reviewers and on their watchlist. Index: threats_stage. */
export async function undecidedThreats(tx: Tx, companyId: number): Promise<{ waiting: number; watched: number }> {
  const { rows } = await sql<{ waiting: number; watched: number }>`
    select count(*) filter (where t.stage = 'queued')::int as waiting, count(*) filter (where t.stage = 'watchlist')::int as watched
    from threats t where t.company_id = ${companyId} and t.kind = 'threat'
      and t.stage in ('queued', 'watchlist') and not t.auto_filtered`.execute(tx)
  return rows[0] ?? { waiting: 0, watched: 0 }
}
