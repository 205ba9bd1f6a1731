import type { AssetsTables, BrandAssetColumns } from './tables-assets.ts'
import type { AnalysisReached, AnalysisStatus } from '@signet/contract/deeper-analyses'
import type { Indicator } from '@signet/contract/findings'
import type { QaStage } from '@signet/contract/qa'
import type { Severity } from '@signet/contract/severities'
import type { AnySource, Kind, SourceFields, ThreatSource } from '@signet/contract/sources'
import type { TakedownStatus } from '@signet/contract/takedowns'
import type { StoredConfig } from '@signet/contract/onboarding'
import type { ThreatStatus } from '@signet/contract/threats'
import type { Role } from '@signet/contract/permissions'
import type { PortalSettings } from '@signet/contract/portal-settings'
import type { FactorsTables } from './tables-factors.ts'
import type { MailTables } from './tables-mail.ts'
import type { NewsTables } from './tables-news.ts'
import type { NotificationTables } from './tables-notifications.ts'
import type { FilesTables, ShownColumns } from './tables-files.ts'
import type { ColumnType, Generated, Insertable, JSONColumnType, Selectable } from 'kysely'
import type { SsoTables } from './tables-sso.ts'
import type { AuditTables } from './tables-audit.ts'
import type { LeaksTables } from './tables-leaks.ts'
import type { SecretsTables } from './tables-secrets.ts'
import type { LogsTables } from './tables-logs.ts'
import type { CtTables } from './tables-ct.ts'
import type { ClaimsTables } from './tables-claims.ts'
import type { TraitsTables } from './tables-traits.ts'
import type { AllowListTables } from './tables-allow-list.ts'
import type { ViewsTables } from './tables-views.ts'
import type { ScansTables } from './tables-scans.ts'
import type { TakedownTables } from './tables-takedowns.ts'
import type { EnrichmentTables } from './tables-enrichment.ts'

/*
 * The tables as Kysely sees them; `migrations/` is what makes them. Instants are read as Date and written as Date.
 */

type At = ColumnType<Date, Date | undefined, Date>
type Json<T extends object> = JSONColumnType<T>

export interface CompaniesTable {
  id: Generated<number>
  key: string
  name: string
  is_active: Generated<boolean>
  is_demo: Generated<boolean>
  modules: Json<Record<string, boolean>>
  threat_sources: ThreatSource[]
  tout_sources: Generated<string[]>
  config: Json<StoredConfig>
  version: Generated<number>
  archived_at: Generated<Date | null>
  logo_file_id: Generated<string | null>
  created_at: At
}

export interface UsersTable {
  id: string
  email: string
  name: string
  role: Role
  company_id: number
  password_hash: string
  is_active: Generated<boolean>
  is_demo: Generated<boolean>
  must_change_password: Generated<boolean>
  unlocked_at: Generated<Date | null>
  phone: string | null
  locale: Generated<string | null>
  time_zone: Generated<string | null>
  last_sign_in_at: Date | null
  version: Generated<number>
  created_at: At
}

export interface UserCompaniesTable {
  user_id: string
  company_id: number
}

export interface SessionsTable {
  id: string
  user_id: string
  token_hash: Buffer
  ip: string | null
  user_agent: string | null
  created_at: At
  used_at: At
  expires_at: Date
  ended_at: Date | null
  ended_why: string | null
}

export interface RefreshTokensTable {
  token_hash: Buffer
  session_id: string
  issued_at: At
  expires_at: Date
  rotated_at: Date | null
  successor_hash: Buffer | null
  used_at: Date | null
}

export interface SignInsTable {
  id: Generated<string>
  at: At
  email: string
  user_id: string | null
  ip: string | null
  user_agent: string | null
  result: 'ok' | 'refused' | 'throttled' | 'challenged'
  reason: string | null
}

export interface UserPreferencesTable {
  user_id: string
  mail: 'daily' | 'weekly' | 'off'
  severities: Severity[]
  sources: ThreatSource[]
  portal: ColumnType<PortalSettings, string | undefined, string>
  updated_at: At
}

export interface BrandsTable extends BrandAssetColumns {
  company_id: number
  id: string
  key: string
  name: string
  aliases: string[]
  official: string[]
  created_at: At
}

export interface ThreatsTable {
  company_id: number
  id: string
  kind: Generated<Kind>
  source: AnySource
  fingerprint: Buffer
  title: string
  search: string
  threat_type: string
  severity: number
  status: Generated<ThreatStatus>
  stage: Generated<QaStage>
  staged_at: At
  staged_by: string | null
  staged_by_name: string | null
  stage_reason: string | null
  auto_filtered: Generated<boolean>
  category: string | null
  url: string | null
  fields: Json<SourceFields>
  registrable_domain: ColumnType<string | null, never, never>
  /** The trait it shares with others of its campaign, e.g. `certificateKey ab12…`. */
  campaign: string | null
  /** The same for those that are about the same thing (0029). */
  similar_key: ColumnType<string, never, never>
  brand_id: string | null
  class: string | null
  score: number
  indicators: Json<Indicator[]>
  first_seen: Date
  last_seen: Date
  published_at: Date | null
  sightings: Generated<number>
  is_demo: Generated<boolean>
  version: Generated<number>
}

export interface SightingsTable {
  company_id: number
  threat_id: string
  scan_id: string
  feed: string
  line: number | null
  text: string
  seen_at: Date
}

export interface BookmarksTable {
  company_id: number
  user_id: string
  threat_id: string
  at: At
  /** What its owner wrote to it. */
  note: Generated<string | null>
}

export interface RemarksTable {
  company_id: number
  id: string
  threat_id: string
  kind: string
  text: string
  by_user: string
  by_name: string
  at: At
}

export interface EvidenceTable extends ShownColumns {
  company_id: number
  id: string
  threat_id: string
  kind: 'capture' | 'record' | 'upload'
  name: string
  type: string
  size: number
  sha256: string
  captured_at: Date
}

export interface TakedownsTable {
  company_id: number
  id: string
  threat_id: string
  status: TakedownStatus
  asset_state: Generated<'active' | 'cloaked' | 'redirecting' | 'parked' | 'offline' | 'unknown'>
  reference: string | null
  /** How often it came back after it was down. */
  relapse_count: Generated<number>
  /** When each status was last reached, ISO 8601. */
  reached_at: Json<Partial<Record<TakedownStatus, string>>>
  requested_by: string | null
  requested_by_name: string
  requested_at: At
  updated_at: At
  is_demo: Generated<boolean>
  version: Generated<number>
}

export interface DeeperAnalysesTable {
  company_id: number
  id: string
  threat_id: string
  status: Generated<AnalysisStatus>
  /** When each status was reached, ISO 8601; incomplete for cases from before it was recorded. */
  reached_at: Generated<Json<AnalysisReached>>
  requested_by: string | null
  requested_by_name: string
  requested_at: At
  updated_at: At
  is_demo: Generated<boolean>
  version: Generated<number>
}

export interface AuditTable {
  company_id: number
  id: string
  at: At
  user_id: string | null
  by_name: string | null
  by_email: string | null
  by_role: string | null
  ip: string | null
  action: string
  target_type: string
  target_id: string
  before: ColumnType<unknown, string | null, never>
  after: ColumnType<unknown, string | null, never>
  request_id: string | null
  result: Generated<'ok' | 'refused'>
  reason: Generated<string | null>
  /** The transaction that wrote it. */
  xid: ColumnType<string, never, never>
}

export interface IdempotencyKeysTable {
  company_id: number
  user_id: string
  key: string
  route: string
  body_hash: Buffer
  status: number | null
  answer: ColumnType<unknown, string | null, string | null>
  at: At
}

export interface ScansTable {
  id: string
  feed: string
  state: Generated<'queued' | 'running' | 'done' | 'failed'>
  names_read: ColumnType<string, number | undefined, number>
  names_skipped: ColumnType<string, number | undefined, number>
  threats_added: Generated<number>
  threats_seen_again: Generated<number>
  error: string | null
  created_at: At
  finished_at: Date | null
}

export interface Tables
  extends
    MailTables,
    FilesTables,
    SsoTables,
    AuditTables,
    SecretsTables,
    LogsTables,
    ClaimsTables,
    CtTables,
    AllowListTables,
    TraitsTables,
    ViewsTables,
    ScansTables,
    TakedownTables,
    EnrichmentTables,
    NotificationTables,
    FactorsTables,
    LeaksTables,
    NewsTables,
    AssetsTables {
  companies: CompaniesTable
  users: UsersTable
  user_companies: UserCompaniesTable
  sessions: SessionsTable
  refresh_tokens: RefreshTokensTable
  sign_ins: SignInsTable
  user_preferences: UserPreferencesTable
  brands: BrandsTable
  threats: ThreatsTable
  sightings: SightingsTable
  bookmarks: BookmarksTable
  remarks: RemarksTable
  evidence: EvidenceTable
  takedowns: TakedownsTable
  deeper_analyses: DeeperAnalysesTable
  audit: AuditTable
  idempotency_keys: IdempotencyKeysTable
  scans: ScansTable
}

export type ThreatRow = Selectable<ThreatsTable>
export type NewThreat = Insertable<ThreatsTable>
export type TakedownRow = Selectable<TakedownsTable>
export type DeeperAnalysisRow = Selectable<DeeperAnalysesTable>
export type CompanyRow = Selectable<CompaniesTable>
