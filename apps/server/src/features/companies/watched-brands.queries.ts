import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/**
 * The companies of a scan with the brands they protect. The company's other domains, and those of its partners, are official for each
 * brand. Indexes: brands_pkey, company_assets_pkey.
 */
export async function brandsToWatch(tx: Tx, companyIds: readonly number[]) {
  return tx
    .selectFrom('brands')
    .leftJoin('company_assets', 'company_assets.company_id', 'brands.company_id')
    .select(['brands.company_id', 'brands.id', 'brands.name', 'brands.aliases'])
    .select(
      sql<string[]>`brands.official || coalesce(company_assets.domains, '{}') || array(
        select jsonb_array_elements_text(partner -> 'domains') from jsonb_array_elements(company_assets.partners) partner)`.as(
        'official',
      ),
    )
    .where('brands.company_id', 'in', companyIds)
    .orderBy('brands.company_id')
    .orderBy('brands.id')
    .execute()
}

/**
 * The official domains of a company's brands, and those that belong to no brand, e.g. for its mail. Indexes: brands_pkey,
 * company_assets_pkey.
 */
export async function protectedNames(tx: Tx, companyId: number): Promise<string[]> {
  const brands = await tx.selectFrom('brands').select('official').where('company_id', '=', companyId).execute()
  const assets = await tx.selectFrom('company_assets').select('domains').where('company_id', '=', companyId).execute()
  return [...brands.flatMap(({ official }) => official), ...assets.flatMap(({ domains }) => domains)]
}

/** The package names of a company's own apps. Index: company_assets_pkey. */
export async function ownPackages(tx: Tx, companyId: number): Promise<string[]> {
  const rows = await tx.selectFrom('company_assets').select('apps').where('company_id', '=', companyId).execute()
  return rows.flatMap(({ apps }) => apps.map(({ packageName }) => packageName))
}

/** Changes whenever the result of `brandsToWatch` would. Indexes: brands_pkey, company_assets_pkey. */
export async function stampOf(tx: Tx, companyIds: readonly number[]): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select md5(string_agg(md5(row(b.company_id, b.id, b.name, b.aliases, b.official, a.domains, a.partners)::text), ''
      order by b.company_id, b.id)) as stamp
    from brands b left join company_assets a on a.company_id = b.company_id
    where b.company_id = any (${companyIds}::int[])`.execute(tx)
  return rows[0]?.stamp ?? ''
}
