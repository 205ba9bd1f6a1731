import type { ColumnType, Generated } from 'kysely'

/** bigint comes as text. */
type Big = ColumnType<string, string | number | undefined, string | number>

export interface RequestLogsTable {
  at: Date
  id: Big
  method: string
  path: string
  status: number
  ms: number
  ip: string | null
  user_email: string | null
  company: string | null
  request_id: string | null
  is_demo: Generated<boolean>
}

export interface RequestCountsTable {
  hour: Date
  method: string
  path: string
  status: number
  /** The time took up to 1.2^bucket ms. */
  bucket: number
  count: Big
}

export interface RequestIpsTable {
  hour: Date
  ip: string
  count: Big
}

/** How often a caller came to a gate in a running span. */
export interface RateCountsTable {
  gate: string
  caller: string
  ends_at: Date
  count: number
}

export interface LogsTables {
  rate_counts: RateCountsTable
  request_logs: RequestLogsTable
  request_counts: RequestCountsTable
  request_ips: RequestIpsTable
}
