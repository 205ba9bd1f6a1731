import type { CtLogKind, CtLogState } from '@signet/contract/ct-logs'
import type { ColumnType, Generated } from 'kysely'

/** PostgreSQL sends a bigint as text; what is counted here stays far below 2^53. */
type Count = ColumnType<string, number | undefined, number>

export interface CtLogsTable {
  id: string
  log_id: string
  operator: string
  description: string
  url: string
  kind: CtLogKind
  state: Generated<CtLogState>
  is_listed: Generated<boolean>
  next_index: Count
  tree_size: Count
  tree_root: string | null
  tree_at: Date | null
  edge: string | null
  entry_at: Date | null
  entries_read: Count
  names_read: Count
  threats_added: Count
  unreadable: Count
  gaps: Count
  failures: Generated<number>
  error: string | null
  retry_at: Date | null
  checked_at: Date | null
  /** Invented, and never read. */
  is_demo: Generated<boolean>
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface CtTables {
  ct_logs: CtLogsTable
}
