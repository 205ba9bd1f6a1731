import type { ExportFormat, ExportKind, ExportStatus } from '@signet/contract/exports'
import type { ScheduleRhythm } from '@signet/contract/report-schedules'
import type { ReportKind } from '@signet/contract/reports'
import type { RequestKind, RequestReached, RequestStatus } from '@signet/contract/requests'
import type { Severity } from '@signet/contract/severities'
import type { AnySource } from '@signet/contract/sources'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type At = ColumnType<Date, Date | undefined, Date>

/** What a stored file belongs to; evidence of threats has a table of its own. */
export type FileOwner =
  | 'takedown'
  | 'deeperAnalysis'
  | 'report'
  | 'export'
  | 'request'
  | 'logo'
  | 'brandLogo'
  | 'brandCapture'

/** The picture that is shown in place of one that was sent; all null where there is none. */
export interface ShownColumns {
  shown_sha256: Generated<string | null>
  shown_type: Generated<string | null>
  /** Bytes. */
  shown_size: Generated<number | null>
}

export interface FilesTable extends ShownColumns {
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
  created_at: At
  is_demo: Generated<boolean>
}

/** The file of a report has the same id. */
export interface ReportsTable {
  company_id: number
  id: string
  kind: ReportKind
  period: string
  published_at: At
  published_by: string | null
  published_by_name: string
}

export interface RequestsTable {
  company_id: number
  id: string
  kind: RequestKind
  subject: string
  text: string
  /** Where it was seen and how bad it looks, as whoever asked said it. */
  source: Generated<AnySource | null>
  severity: Generated<Severity | null>
  links: string[]
  status: Generated<RequestStatus>
  /** When each status was last reached, ISO 8601. */
  reached_at: JSONColumnType<RequestReached>
  created_by: string | null
  created_by_name: string
  created_at: At
  updated_at: At
  assignee_id: Generated<string | null>
  assignee_name: Generated<string | null>
  message_count: Generated<number>
  is_demo: Generated<boolean>
  version: Generated<number>
}

export interface RequestMessagesTable {
  company_id: number
  id: string
  request_id: string
  at: At
  by_user: string | null
  by_name: string
  is_staff: boolean
  text: string
}

export interface ExportsTable {
  company_id: number
  id: string
  created_by: string
  created_by_name: string
  kind: ExportKind
  format: ExportFormat
  /** The query of the list as it was sent. */
  filters: JSONColumnType<Record<string, string | string[]>>
  status: Generated<ExportStatus>
  rows_done: Generated<number>
  rows_total: Generated<number | null>
  error: Generated<string | null>
  created_at: At
  finished_at: Generated<Date | null>
  is_demo: Generated<boolean>
}

export interface ReportSchedulesTable {
  company_id: number
  id: string
  created_by: string
  created_by_name: string
  rhythm: ScheduleRhythm
  sections: ExportKind[]
  format: ExportFormat
  /** The day the next files are made; read as text, because a Date carries a zone. */
  next_on: Date
  created_at: At
  is_demo: Generated<boolean>
}

export interface FilesTables {
  report_schedules: ReportSchedulesTable
  exports: ExportsTable
  files: FilesTable
  reports: ReportsTable
  requests: RequestsTable
  request_messages: RequestMessagesTable
}
