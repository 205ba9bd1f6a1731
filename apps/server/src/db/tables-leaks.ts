import type { LeakStatus, LeakType, PasswordKind, UrlType } from '@signet/contract/leaks'
import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'

type At = ColumnType<Date, Date | undefined, Date>

export interface LeaksTable {
  company_id: number
  id: string
  leak_type: LeakType
  fingerprint: Buffer
  entity: string
  source: string
  leaked_at: Date
  added_at: At
  url: string | null
  host: string | null
  url_type: UrlType | null
  subdomain: string | null
  username: string | null
  login: string | null
  search: string
  is_employee: Generated<boolean>
  has_password: Generated<boolean>
  password_kind: PasswordKind | null
  hashed_by: string | null
  secret: Buffer | null
  hint: Buffer | null
  stealer: string | null
  doc_category: string | null
  doc_source: string | null
  records: number | null
  status: Generated<LeakStatus>
  is_demo: Generated<boolean>
  version: Generated<number>
}

/** The tables of leaks, as Kysely sees them. */
export interface LeaksTables {
  leaks: LeaksTable
  leak_counts: {
    company_id: number
    dimension: string
    leak_type: LeakType | ''
    key: string
    leaks: number
    employees: number
    with_password: number
  }
  leak_imports: {
    company_id: number
    id: string
    file: Buffer
    name: string
    /** Null for files read before it was kept. */
    leak_type: Generated<LeakType | null>
    bytes_read: ColumnType<string, number | undefined, number>
    rows_read: ColumnType<string, number | undefined, number>
    rows_kept: ColumnType<string, number | undefined, number>
    rows_added: ColumnType<string, number | undefined, number>
    started_at: At
    finished_at: Date | null
  }
  reveals: { id: Generated<string>; user_id: string; at: At }
}

export type LeakRow = Selectable<LeaksTable>
export type NewLeak = Insertable<LeaksTable>
