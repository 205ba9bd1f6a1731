import { isoDay } from '@signet/contract/time'
import { randomUUID } from 'node:crypto'
import type * as contract from '@signet/contract/requests/analysis-work'
import type { Handler } from '../../app/handler.ts'
import { AppError } from '../../errors.ts'
import { messageOf } from '../../errors/sentences.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { cleanName } from '../evidence/clean-name.ts'
import { insertFile, storedFilesOf } from '../evidence/files.queries.ts'
import { notifyOfCase } from '../notifications/notify-changes.ts'
import { insertReport } from '../reports/reports.queries.ts'
import { analysisDetail, lockOpenAnalysis } from './analysis-detail.ts'
import { releaseFindings } from './analysis-parts.queries.ts'
import { writeAnalysisReport } from './analysis-report.ts'
import { changedCase, recordChange } from './list-analyses.queries.ts'

/** Releases the findings: from now on the client sees them on the case, and reads them in a report among its other reports. */
export const releaseAnalysisReport: Handler<typeof contract.releaseAnalysisReport> = async (
  context,
  { params, body },
) => {
  const { tx, company, actor } = context
  const row = await lockOpenAnalysis(context, params.analysisId, body.version)
  if (row.status === 'requested') throw new AppError('ANALYSIS_NOT_STARTED')
  const releasedAt = new Date()
  await releaseFindings(tx, company.id, row.id, releasedAt)
  await recordChange(tx, row)
  const bytes = await writeAnalysisReport({
    analysis: await analysisDetail(context, row.id),
    files: await storedFilesOf(tx, company.id, 'deeperAnalysis', row.id),
    company: company.name,
    summary: body.summary,
    releasedBy: actor.name,
    releasedAt,
  })
  const id = randomUUID()
  const type = 'application/pdf'
  // Titles of links contain slashes, which would be read as folders.
  const name = cleanName(`Deeper analysis of ${row.title.replaceAll(/[/\\]+/g, ' ')}.pdf`, type)
  const { sha256, size } = await context.files.put(bytes)
  await insertFile(context, { id, owner: 'report', ownerId: id, name, type, size, sha256 })
  const period = isoDay(releasedAt)
  await insertReport(tx, { companyId: company.id, id, kind: 'incident', period, by: actor, analysisId: row.id })
  await recordAudit(context, [
    {
      action: 'report.published',
      targetType: 'report',
      targetId: id,
      after: { kind: 'incident', period, name, size, sha256, analysisId: row.id },
    },
    {
      action: 'deeperAnalysis.reportReleased',
      targetType: 'deeperAnalysis',
      targetId: row.id,
      after: { reportId: id, remark: body.summary },
    },
  ])
  await notifyOfCase(context, changedCase(row), messageOf('ANALYSIS_REPORT_RELEASED', { title: row.title }))
  return analysisDetail(context, row.id)
}
