import type { AllowKind } from '@signet/contract/allow-list'
import type { Generated } from 'kysely'

export interface AllowEntriesTable {
  company_id: number
  id: string
  kind: AllowKind
  value: string
  reason: string
  by_user: string | null
  by_name: string
  threat_id: string | null
  content_hash: string | null
  expires_at: Date | null
  suppressions: Generated<number>
  last_suppressed_at: Date | null
  counted_scan: string | null
  counted_line: number | null
  is_demo: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
}

export interface AllowListTables {
  allow_entries: AllowEntriesTable
}
