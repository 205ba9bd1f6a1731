import type { CtCursor } from '@signet/connectors'
import type { ScanStageName, ScanStageState } from '@signet/contract/scans'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type At = ColumnType<Date, Date | undefined, Date>
/** PostgreSQL sends a bigint as text; what is counted here stays far below 2^53. */
type Count = ColumnType<string, number | undefined, number>

export interface CompanyScansTable {
  company_id: number
  scan_id: string
  by_name: string
  requested_at: At
  threats_added: Generated<number>
  threats_seen_again: Generated<number>
}

export interface ScanStagesTable {
  company_id: number
  scan_id: string
  stage: ScanStageName
  state: Generated<ScanStageState>
  done: Count
  total: ColumnType<string | null, number | null | undefined, number | null>
  names: Count
  skipped: Count
  found: Generated<number>
  note: string | null
}

export interface ScanLogsTable {
  company_id: number
  scan_id: string
  log_id: string
  first_index: Count
  until_index: Count
  next_index: Count
  cursor: JSONColumnType<CtCursor>
}

export interface ScansTables {
  company_scans: CompanyScansTable
  scan_stages: ScanStagesTable
  scan_logs: ScanLogsTable
}
