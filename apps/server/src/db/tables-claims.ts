import type { Generated } from 'kysely'
import type { QaStage } from '@signet/contract/qa'

export interface QaClaimsTable {
  company_id: number
  threat_id: string
  user_id: string
  user_name: string
  expires_at: Date
  /** Whether it was taken by opening it. */
  is_opened: Generated<boolean>
}

/** When what is on the watchlist comes back to a reviewer. */
export interface QaWatchesTable {
  company_id: number
  threat_id: string
  every_days: number
  checked_at: Date
  checked_by_name: string
  due_at: Date
}

export interface ThreatMergesTable {
  company_id: number
  threat_id: string
  into_id: string
  via: Generated<string[]>
  from_stage: Extract<QaStage, 'queued' | 'watchlist' | 'published'>
  merged_by: string
  merged_by_name: string
  merged_at: Generated<Date>
}

export interface ClaimsTables {
  qa_claims: QaClaimsTable
  qa_watches: QaWatchesTable
  threat_merges: ThreatMergesTable
}
