import type { ColumnValue } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'

/** The files of a kind of all brands, in the order of the brands. Indexes: brands_pkey, files_owner. */
export function brandFiles(tx: Tx, companyId: number, owner: ColumnValue<'files.owner_kind'>) {
  return tx
    .selectFrom('brands')
    .innerJoin('files', (join) =>
      join.onRef('files.company_id', '=', 'brands.company_id').onRef('files.owner_id', '=', 'brands.id'),
    )
    .select(['brands.key', 'files.id', 'files.sha256', 'files.created_at'])
    .where('brands.company_id', '=', companyId)
    .where('files.owner_kind', '=', owner)
    .orderBy('brands.place')
    .orderBy('brands.name')
    .orderBy('brands.id')
    .execute()
}

/** A brand by its key, locked. Index: brands_company_id_key_key. */
export function lockBrand(tx: Tx, companyId: number, key: string) {
  return tx
    .selectFrom('brands')
    .select(['id', 'key'])
    .where('company_id', '=', companyId)
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst()
}
