import type { ApiKeyScope } from '@signet/contract/api-keys'
import type { ColumnType } from 'kysely'

type At = ColumnType<Date, Date | undefined, Date>

export interface ApiKeysTable {
  company_id: number
  id: string
  name: string
  scopes: ApiKeyScope[]
  token_hash: Buffer
  start: string
  created_at: At
  created_by: string
  created_by_name: string
  expires_at: Date | null
  last_used_at: Date | null
  ended_at: Date | null
}

/** How companies' programs and identity providers get in. */
export interface SsoTables {
  api_keys: ApiKeysTable
}
