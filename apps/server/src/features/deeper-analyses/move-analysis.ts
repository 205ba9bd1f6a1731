import { isOneOf } from '@signet/contract/narrow'
import { analysisFlow, analysisStatusLabels, type moveDeeperAnalysis } from '@signet/contract/requests/deeper-analyses'
import type { BodyOf } from '@signet/contract/route'
import type { Context } from '../../app/context.ts'
import { AppError } from '../../errors.ts'
import { messageOf } from '../../errors/sentences.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { storedFilesOf } from '../evidence/files.queries.ts'
import { notifyCaseMoved } from '../notifications/notify-changes.ts'
import { publishedScope } from '../threats/list/threat-filter.queries.ts'
import { reportsOfAnalysis } from '../reports/reports.queries.ts'
import { lockThreats } from '../threats/threats.queries.ts'
import { findingsOf, questionsOf } from './analysis-parts.queries.ts'
import { findAnalysis, lockAnalysis, setAnalysisStatus } from './list-analyses.queries.ts'

/**
 * Moves a deeper analysis to its next status; the remark is stored with the move.
 *
 * @throws AppError `NOT_FOUND` if the analysis is outside the company
 * @throws AppError `CONFLICT` if it has changed since it was read, the status doesn't follow, a question has no answer, or a
 *   finding was not released
 * @throws AppError `BAD_REQUEST` if it is completed without findings
 */
export async function moveAnalysis(
  context: Context,
  analysisId: string,
  { status, note: remark, version }: BodyOf<typeof moveDeeperAnalysis>,
): Promise<void> {
  const { tx, company } = context
  const found = await findAnalysis(tx, company.id, analysisId)
  if (!found) throw new AppError('NOT_FOUND', { what: 'deeperAnalysis' })
  // A decision locks the threat before its case; the same order here prevents a deadlock.
  await lockThreats(tx, publishedScope(context, 'either'), [found.threat_id])
  const row = await lockAnalysis(tx, company.id, analysisId)
  if (!row || row.version !== version) {
    throw new AppError('STALE_VERSION', { what: 'deeperAnalysis' })
  }
  if (!isOneOf(analysisFlow[row.status], status)) {
    throw new AppError('STATUS_NOT_ALLOWED', {
      what: 'deeperAnalysis',
      from: analysisStatusLabels[row.status],
      to: analysisStatusLabels[status],
    })
  }
  if (status === 'completed') await refuseUnfinished(context, row.id, remark)

  if (!(await setAnalysisStatus(tx, row, status))) throw new AppError('STALE_VERSION', { what: 'deeperAnalysis' })
  await recordAudit(context, {
    action: 'deeperAnalysis.moved',
    targetType: 'deeperAnalysis',
    targetId: row.id,
    before: { status: row.status },
    after: { status, ...(remark ? { remark } : {}) },
  })
  await notifyCaseMoved(context, {
    kind: 'analysis',
    id: row.id,
    threatId: row.threat_id,
    title: row.title,
    status,
    sentence: messageOf('CASE_MOVED', { case: 'analysis', title: row.title, status: analysisStatusLabels[status] }),
  })
}

/** A completed analysis has answers, no drafts, and findings that the client can read: a remark, a report or a file. */
async function refuseUnfinished(
  { tx, company }: Context,
  analysisId: string,
  remark: string | undefined,
): Promise<void> {
  const questions = await questionsOf(tx, company.id, analysisId)
  const unanswered = questions.filter(({ answer }) => answer === null).length
  if (unanswered > 0) throw new AppError('ANALYSIS_WITHOUT_ANSWERS', { count: unanswered })
  const findings = await findingsOf(tx, company.id, analysisId, { onlyReleased: false })
  const drafts = findings.filter(({ releasedAt }) => releasedAt === null).length
  if (drafts > 0) throw new AppError('ANALYSIS_WITH_DRAFTS', { count: drafts })
  if (remark || (await reportsOfAnalysis(tx, company.id, analysisId)).length > 0) return
  const files = await storedFilesOf(tx, company.id, 'deeperAnalysis', analysisId)
  if (files.length === 0) throw new AppError('ANALYSIS_WITHOUT_FINDINGS', {}, { at: 'body.note' })
}
