import type { ApiKeyScope } from '@signet/contract/api-keys'
import type { IngestAnswer, ingestStates } from '@signet/contract/ingest'
import type { AnySource } from '@signet/contract/sources'
import type { ColumnType, Generated } from 'kysely'

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

export interface IngestJobsTable {
  company_id: number
  id: string
  source: AnySource
  api_key_id: string
  key_name: string
  idempotency_key: string | null
  run: string
  state: Generated<(typeof ingestStates)[number]>
  lines_done: Generated<number>
  accepted: Generated<number>
  duplicates: Generated<number>
  rejected_count: Generated<number>
  rejected: ColumnType<IngestAnswer['rejected'], string | undefined, string>
  lines_hash: Buffer | null
  error: string | null
  is_demo: Generated<boolean>
  created_at: At
  updated_at: At
}

/** How companies' programs and identity providers get in. */
export interface SsoTables {
  api_keys: ApiKeysTable
  ingest_jobs: IngestJobsTable
}
