import type { ColumnType } from 'kysely'

/** bigint comes as text. */
type Big = ColumnType<string, string | number, string | number>

export interface AuditChainTable {
  company_id: number
  seq: Big
  audit_id: string
  prev_hash: Buffer
  hash: Buffer
  ip_digest: Buffer | null
}

export interface AuditHeadsTable {
  company_id: number
  seq: Big
  hash: Buffer
  signature: Buffer
  last_xid: Big
  last_at: Date
  last_id: string
  sealed_at: Date
}

export interface AuditTables {
  audit_chain: AuditChainTable
  audit_heads: AuditHeadsTable
}
