import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'

/** A threat and the duplicates that were merged into it, as a list of ids for a query. Index: threat_merges_into. */
export function withMerged(companyId: number, threatId: string) {
  return sql<string>`(select ${threatId}::uuid union all
    select m.threat_id from threat_merges m where m.company_id = ${companyId} and m.into_id = ${threatId}::uuid)`
}

/** The duplicates merged into a threat, the latest first. Index: threat_merges_into. */
export function mergedInto(tx: Tx, companyId: number, threatId: string) {
  return tx
    .selectFrom('threat_merges')
    .innerJoin('threats', (join) =>
      join
        .onRef('threats.company_id', '=', 'threat_merges.company_id')
        .onRef('threats.id', '=', 'threat_merges.threat_id'),
    )
    .select([
      'threats.id',
      'threats.source',
      'threats.title',
      'threats.severity',
      'threats.sightings',
      'threats.first_seen',
      'threats.last_seen',
      'threats.version',
      'threat_merges.merged_by_name',
      'threat_merges.merged_at',
    ])
    .where('threat_merges.company_id', '=', companyId)
    .where('threat_merges.into_id', '=', threatId)
    .orderBy('threat_merges.merged_at', 'desc')
    .orderBy('threats.id')
    .execute()
}
export type MergedRow = Awaited<ReturnType<typeof mergedInto>>[number]

/** The threat that a duplicate was merged into. Index: threat_merges_pkey. */
export async function survivorOf(tx: Tx, companyId: number, threatId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('threat_merges')
    .select('into_id')
    .where('company_id', '=', companyId)
    .where('threat_id', '=', threatId)
    .executeTakeFirst()
  return row?.into_id ?? null
}
