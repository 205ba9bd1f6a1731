import type { Tx } from '../../../db/database.ts'
import type { TakedownRow } from '../../../db/rows.ts'

/** What notices name of the threat of a case and its brand. Index: threats_pkey. */
export function reportedThreat(tx: Tx, row: TakedownRow) {
  return tx
    .selectFrom('threats')
    .leftJoin('brands', (join) =>
      join.onRef('brands.company_id', '=', 'threats.company_id').onRef('brands.id', '=', 'threats.brand_id'),
    )
    .select(['threats.url', 'threats.fields', 'threats.class', 'threats.first_seen', 'threats.last_seen'])
    .select(['brands.name as brand', 'brands.official'])
    .where('threats.company_id', '=', row.company_id)
    .where('threats.id', '=', row.threat_id)
    .executeTakeFirstOrThrow()
}

/** When a check last reached the target of a case. Index: takedown_checks_pkey. */
export async function lastReachedAt(tx: Tx, row: TakedownRow): Promise<Date | null> {
  const check = await tx
    .selectFrom('takedown_checks')
    .select('at')
    .where('company_id', '=', row.company_id)
    .where('takedown_id', '=', row.id)
    .where('state', '=', 'active')
    .orderBy('at', 'desc')
    .executeTakeFirst()
  return check?.at ?? null
}

/** An official host of the first brand of a company. */
export async function officialHostOf(tx: Tx, companyId: number): Promise<string | null> {
  const brand = await tx
    .selectFrom('brands')
    .select('official')
    .where('company_id', '=', companyId)
    .orderBy('place')
    .orderBy('id')
    .executeTakeFirst()
  return brand?.official[0] ?? null
}
