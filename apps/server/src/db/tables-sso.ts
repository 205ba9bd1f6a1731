import type { ApiKeyScope } from '@signet/contract/api-keys'
import type { IngestAnswer, ingestStates } from '@signet/contract/ingest'
import type { SsoProtocol } from '@signet/contract/sso'
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

export interface SsoSettingsTable {
  company_id: number
  id: string
  protocol: SsoProtocol
  issuer: string | null
  client_id: string | null
  client_secret: Buffer | null
  entry_point: string | null
  idp_cert: string | null
  enforced: boolean
  version: Generated<number>
  updated_at: At
}

export interface SsoDomainsTable {
  domain: string
  company_id: number
}

export interface SsoSubjectsTable {
  user_id: string
  issuer: string
  subject: string
  created_at: At
}

export interface SsoUsedTable {
  id_hash: Buffer
  expires_at: Date
}

export interface ScimTokensTable {
  id: string
  company_id: number
  token_hash: Buffer
  created_at: At
  created_by_name: string
  last_used_at: Date | null
  ended_at: Date | null
}

export interface ScimUsersTable {
  user_id: string
  external_id: string | null
  given_name: string | null
  family_name: string | null
  deleted_at: Date | null
  updated_at: At
}

/** How companies' programs and identity providers get in. */
export interface SsoTables {
  api_keys: ApiKeysTable
  ingest_jobs: IngestJobsTable
  sso_settings: SsoSettingsTable
  sso_domains: SsoDomainsTable
  sso_subjects: SsoSubjectsTable
  sso_used: SsoUsedTable
  scim_tokens: ScimTokensTable
  scim_users: ScimUsersTable
}
