import { sql } from 'kysely'
import { isOneOf } from '@signet/contract/narrow'
import { analysisFlow, analysisStatusLabels, type moveDeeperAnalysis } from '@signet/contract/requests/deeper-analyses'
import type { BodyOf } from '@signet/contract/route'
import type { Context } from '../../app/context.ts'
import { AppError } from '../../errors.ts'
import { noticeOf } from '../../errors/sentences.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { notifyCaseMoved } from '../notifications/notify-changes.ts'
import { publishedScope } from '../threats/threat-filter.queries.ts'
import { lockThreats } from '../threats/threats.queries.ts'
import { findAnalysis } from './list-analyses.queries.ts'

/**
 * Moves a deeper analysis to its next status; the note is stored with the move.
 *
 * @throws AppError `NOT_FOUND` if the analysis is outside the company
 * @throws AppError `CONFLICT` if it has changed since it was read, or the status doesn't follow
 */
export async function moveAnalysis(
  context: Context,
  analysisId: string,
  { status, note, version }: BodyOf<typeof moveDeeperAnalysis>,
): Promise<void> {
  const { tx, company } = context
  const found = await findAnalysis(tx, company.id, analysisId)
  if (!found) throw new AppError('NOT_FOUND', { what: 'deeperAnalysis' })
  // A decision locks the threat before its case; the same order here prevents a deadlock.
  await lockThreats(tx, publishedScope(context, 'either'), [found.threat_id])
  const row = await findAnalysis(tx, company.id, analysisId)
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

  const now = new Date()
  const { numUpdatedRows } = await tx
    .updateTable('deeper_analyses')
    .set((set) => ({
      status,
      updated_at: now,
      reached_at: sql<string>`reached_at || jsonb_build_object(${status}::text, ${now.toISOString()}::text)`,
      version: set('version', '+', 1),
    }))
    .where('company_id', '=', company.id)
    .where('id', '=', row.id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new AppError('STALE_VERSION', { what: 'deeperAnalysis' })
  await recordAudit(context, {
    action: 'deeperAnalysis.moved',
    targetType: 'deeperAnalysis',
    targetId: row.id,
    before: { status: row.status },
    after: { status, ...(note ? { remark: note } : {}) },
  })
  await notifyCaseMoved(context, {
    kind: 'analysis',
    id: row.id,
    threatId: row.threat_id,
    title: row.title,
    status,
    sentence: noticeOf('CASE_MOVED', { case: 'analysis', title: row.title, status: analysisStatusLabels[status] }),
  })
}
