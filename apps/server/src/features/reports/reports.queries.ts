import { sql } from 'kysely'
import type { listReports, ReportKind } from '@signet/contract/reports/reports'
import type { QueryOf } from '@signet/contract/route'
import type { Page } from '@signet/contract/wire'
import { countedPage } from '../../db/capped-page.ts'
import type { Tx } from '../../db/database.ts'
import { rangeOf } from '../../app/range.ts'

const sortColumn = {
  publishedAt: 'reports.published_at',
  name: 'files.name',
  kind: 'reports.kind',
  period: 'reports.period',
  size: 'files.size',
} as const

function selectReports(tx: Tx, companyId: number) {
  return tx
    .selectFrom('reports')
    .innerJoin('files', (join) =>
      join.onRef('files.company_id', '=', 'reports.company_id').onRef('files.id', '=', 'reports.id'),
    )
    .where('reports.company_id', '=', companyId)
}

const columns = [
  'reports.id',
  'reports.kind',
  'reports.period',
  'reports.published_at',
  'reports.published_by_name',
  'files.name',
  'files.size',
  'files.type',
  'files.sha256',
  'files.created_at',
] as const

export type ReportWithFile = NonNullable<Awaited<ReturnType<typeof findReport>>>

/** A page of the reports of a company, by publication date by default. Index: reports_published. */
export async function listReportRows(
  tx: Tx,
  companyId: number,
  query: QueryOf<typeof listReports>,
): Promise<Page<ReportWithFile>> {
  const { from, until } = rangeOf(query)
  let rows = selectReports(tx, companyId)
  if (from) rows = rows.where('reports.published_at', '>=', from)
  if (until) rows = rows.where('reports.published_at', '<', until)
  for (const word of query.searchQuery?.split(/\s+/).filter(Boolean) ?? []) {
    const texts = sql`concat_ws(' ', files.name, reports.kind, reports.period, reports.published_by_name)`
    rows = rows.where(sql<boolean>`position(lower(${word}) in lower(${texts})) > 0`)
  }
  const sorted = rows
    .select(columns)
    .orderBy(sortColumn[query.sortField], query.sortDirection)
    .orderBy('reports.id', query.sortDirection)
  return countedPage(rows, sorted, query)
}

export function findReport(tx: Tx, companyId: number, reportId: string) {
  return selectReports(tx, companyId).select(columns).where('reports.id', '=', reportId).executeTakeFirst()
}

/** The reports of a deeper analysis, oldest first. Index: reports_analysis. */
export function reportsOfAnalysis(tx: Tx, companyId: number, analysisId: string): Promise<ReportWithFile[]> {
  return selectReports(tx, companyId)
    .select(columns)
    .where('reports.analysis_id', '=', analysisId)
    .orderBy('reports.published_at')
    .orderBy('reports.id')
    .execute()
}

export async function insertReport(
  tx: Tx,
  report: {
    companyId: number
    id: string
    kind: ReportKind
    period: string
    by: { userId: string; name: string }
    /** The deeper analysis that it is about. */
    analysisId?: string
  },
): Promise<void> {
  await tx
    .insertInto('reports')
    .values({
      company_id: report.companyId,
      id: report.id,
      kind: report.kind,
      period: report.period,
      published_by: report.by.userId,
      published_by_name: report.by.name,
      analysis_id: report.analysisId ?? null,
    })
    .execute()
}

/** @returns false if another change came first */
export async function deleteReportRow(tx: Tx, companyId: number, reportId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('reports')
    .where('company_id', '=', companyId)
    .where('id', '=', reportId)
    .executeTakeFirst()
  await tx.deleteFrom('files').where('company_id', '=', companyId).where('id', '=', reportId).execute()
  return numDeletedRows === 1n
}
