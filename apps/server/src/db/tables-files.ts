import type { ColumnType, Generated } from 'kysely'

/** What a stored file belongs to; evidence of threats has a table of its own. */
export type FileOwner = 'takedown' | 'deeperAnalysis' | 'report' | 'export' | 'request' | 'logo'

export interface FilesTable {
  company_id: number
  id: string
  owner_kind: FileOwner
  /** The record it belongs to; null for a logo, which belongs to the company itself. */
  owner_id: string | null
  name: string
  type: string
  /** Bytes. */
  size: number
  sha256: string
  created_by: string | null
  created_by_name: string
  created_at: ColumnType<Date, Date | undefined, Date>
  is_demo: Generated<boolean>
}

export interface FilesTables {
  files: FilesTable
}
