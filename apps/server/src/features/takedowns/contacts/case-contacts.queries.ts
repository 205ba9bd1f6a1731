import { sql } from 'kysely'
import { factsByKind, type FactsOf, type ObservationKind } from '@signet/contract/threats/observations'
import type { Tx } from '../../../db/database.ts'
import type { ThreatRow } from '../../../db/rows.ts'

/** The threat of a takedown. Index: takedowns_pkey. */
export function threatOfTakedown(
  tx: Tx,
  companyId: number,
  takedownId: string,
): Promise<Pick<ThreatRow, 'id' | 'source' | 'fields' | 'first_seen'> | undefined> {
  return tx
    .selectFrom('takedowns')
    .innerJoin('threats', (join) =>
      join.onRef('threats.id', '=', 'takedowns.threat_id').onRef('threats.company_id', '=', 'takedowns.company_id'),
    )
    .select(['threats.id', 'threats.source', 'threats.fields', 'threats.first_seen'])
    .where('takedowns.company_id', '=', companyId)
    .where('takedowns.id', '=', takedownId)
    .executeTakeFirst()
}

/** The current facts about the host of a threat, and when each was last seen. Index: domain_observations_threat. */
export async function factsOf(
  tx: Tx,
  companyId: number,
  threatId: string,
): Promise<
  { [K in ObservationKind]?: FactsOf<K> } & {
    seenAt: Partial<Record<ObservationKind, Date>>
    checkedAt: Date | null
  }
> {
  const rows = await tx
    .selectFrom('domain_observations')
    .select(['kind', 'facts', 'seen_at'])
    .distinctOn('kind')
    .where('company_id', '=', companyId)
    .where('threat_id', '=', threatId)
    .where('is_settled', '=', true)
    .orderBy('kind')
    .orderBy('observed_at', 'desc')
    .orderBy('id')
    .execute()
  return {
    ...factsByKind(rows),
    seenAt: Object.fromEntries(rows.map((row) => [row.kind, row.seen_at])),
    checkedAt: rows.length === 0 ? null : new Date(Math.max(...rows.map((row) => row.seen_at.getTime()))),
  }
}

/** Whether any check of a case found its page, even for some visitors only. Index: takedown_periods_pkey. */
export async function hasCheckedPage(tx: Tx, companyId: number, takedownId: string): Promise<boolean> {
  const period = await tx
    .selectFrom('takedown_periods')
    .select('state')
    .where('company_id', '=', companyId)
    .where('takedown_id', '=', takedownId)
    .where('axis', '=', 'asset')
    .where('state', 'in', ['active', 'cloaked'])
    .limit(1)
    .executeTakeFirst()
  return period !== undefined
}

/** Which of some domains belong to the client: official domains of its brands, its other domains, and those on its allow list. */
export async function clientDomains(tx: Tx, companyId: number, domains: readonly string[]): Promise<Set<string>> {
  if (domains.length === 0) return new Set()
  const { rows } = await sql<{ domain: string }>`
    with of_client as (
      select lower(unnest(official)) as domain from brands where company_id = ${companyId}
      union select lower(unnest(domains)) from company_assets where company_id = ${companyId}
      union select lower(value) from allow_entries where company_id = ${companyId} and kind in ('domain', 'host')
        and (expires_at is null or expires_at > now())
    )
    select distinct domain from of_client where domain = any(${domains}::text[])`.execute(tx)
  return new Set(rows.map(({ domain }) => domain))
}
