import type { AnySource } from '@signet/contract/sources'
import type { ColumnType, Generated } from 'kysely'

type At = ColumnType<Date, Date | undefined, Date>
/** A jsonb column: read as it is, written as text. */
type Json<T> = ColumnType<T, string | undefined, string>

export interface StoredHandle {
  source: AnySource
  handle: string
}

/** A person as kept: what is put of them, and the id that lists of their leaks name. */
export interface StoredPerson {
  id: string
  name: string
  title: string
  /** In lower case. */
  emails: string[]
  handles: StoredHandle[]
  isDemo?: boolean
}

export interface CompanyAssetsTable {
  company_id: number
  version: Generated<number>
  domains: Generated<string[]>
  people: Json<StoredPerson[]>
  apps: Json<{ name: string; packageName: string; signerSha256: string[] }[]>
  updated_at: At
}

/** The columns of `brands` that detectors do not read. */
export interface BrandAssetColumns {
  handles: Json<StoredHandle[]>
  phones: Generated<string[]>
  accounts: Generated<string[]>
  place: Generated<number>
}

export interface AssetsTables {
  company_assets: CompanyAssetsTable
}
