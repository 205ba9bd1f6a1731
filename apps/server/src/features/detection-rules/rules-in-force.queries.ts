import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { CompanyRule } from '@signet/detection'

const columns = ['company_id', 'id', 'name', 'sources', 'condition', 'effect', 'points'] as const

/** The rules of a company that are switched on, in a stable order. Index: detection_rules_pkey. */
export function rulesOn(tx: Tx, companyId: number): Promise<CompanyRule[]> {
  return tx
    .selectFrom('detection_rules')
    .select(columns)
    .where('company_id', '=', companyId)
    .where('is_on', '=', true)
    .orderBy('id')
    .execute()
}

/** The rules of companies that can make a finding of a name, with the hosts that are the company's own. Index: detection_rules_pkey. */
export async function nameRulesOn(tx: Tx, companyIds: readonly number[]) {
  if (companyIds.length === 0) return []
  return tx
    .selectFrom('detection_rules')
    .select(columns)
    .select((select) => [
      sql<string[]>`coalesce((select array_agg(host) from (
        select unnest(domains) as host from company_assets a where a.company_id = detection_rules.company_id
        union select unnest(official) from brands b where b.company_id = detection_rules.company_id) own), '{}')`.as(
        'own',
      ),
      select.ref('version').as('version'),
    ])
    .where('company_id', 'in', companyIds)
    .where('is_on', '=', true)
    .where('effect', '=', 'raise')
    .where(sql<boolean>`sources && array['Domain', 'URL']`)
    .orderBy('company_id')
    .orderBy('id')
    .execute()
}
