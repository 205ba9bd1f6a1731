import { randomUUID } from 'node:crypto'
import type * as contract from '@signet/contract/reports/reports'
import type { Report } from '@signet/contract/reports/reports'
import type { Handler } from '../../app/handler.ts'
import type { Context } from '../../app/context.ts'
import { AppError } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { firstPageOf } from '../evidence/first-page.routes.ts'
import { insertFile, toFile } from '../evidence/files.queries.ts'
import { findReport, insertReport, listReportRows, deleteReportRow, type ReportWithFile } from './reports.queries.ts'

export const listReports: Handler<typeof contract.listReports> = async (context, { query }) => {
  const page = await listReportRows(context.tx, context.company.id, query)
  return { ...page, items: page.items.map((row) => toReport(context, row)) }
}

export const publishReport: Handler<typeof contract.publishReport> = async (context, { body, file }) => {
  const { tx, company, actor } = context
  const id = randomUUID()
  await insertFile(context, { id, owner: 'report', ownerId: id, ...file })
  await insertReport(tx, { companyId: company.id, id, kind: body.kind, period: body.period, by: actor })
  await recordAudit(context, {
    action: 'report.published',
    targetType: 'report',
    targetId: id,
    after: { kind: body.kind, period: body.period, name: file.name, size: file.size, sha256: file.sha256 },
  })
  const row = await findReport(tx, company.id, id)
  if (!row) throw new Error('the report that was just published is not there')
  return toReport(context, row)
}

/** @throws AppError `NOT_FOUND` if the report is outside the company, or already deleted */
export const deleteReport: Handler<typeof contract.deleteReport> = async (context, { params }) => {
  const row = await findReport(context.tx, context.company.id, params.reportId)
  const isRemoved = row !== undefined && (await deleteReportRow(context.tx, context.company.id, row.id))
  if (!isRemoved) throw new AppError('NOT_FOUND', { what: 'report' })
  await recordAudit(context, {
    action: 'report.deleted',
    targetType: 'report',
    targetId: row.id,
    before: { kind: row.kind, period: row.period, name: row.name, sha256: row.sha256 },
  })
  return undefined
}

function toReport(context: Pick<Context, 'fileHref'>, row: ReportWithFile): Report {
  return {
    ...toFile(row, context.fileHref),
    firstPage: firstPageOf(row, context.fileHref),
    kind: row.kind,
    period: row.period,
    publishedAt: row.published_at.toISOString(),
    by: row.published_by_name,
  }
}
