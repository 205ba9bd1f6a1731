import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/**
 * The companies of a scan with the brands they protect. The company's other domains are official for each brand. Indexes: brands_pkey,
 * company_assets_pkey.
 */
export async function brandsToWatch(tx: Tx, companyIds: readonly number[]) {
  return tx
    .selectFrom('brands')
    .leftJoin('company_assets', 'company_assets.company_id', 'brands.company_id')
    .select(['brands.company_id', 'brands.id', 'brands.name', 'brands.aliases'])
    .select(sql<string[]>`brands.official || coalesce(company_assets.domains, '{}')`.as('official'))
    .where('brands.company_id', 'in', companyIds)
    .orderBy('brands.company_id')
    .orderBy('brands.id')
    .execute()
}
