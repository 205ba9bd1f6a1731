import type { ColumnType, Generated } from 'kysely'

type At = ColumnType<Date, Date | undefined, Date>

export interface CompanyScansTable {
  company_id: number
  scan_id: string
  by_name: string
  requested_at: At
  threats_added: Generated<number>
  threats_seen_again: Generated<number>
}

export interface ScansTables {
  company_scans: CompanyScansTable
}
