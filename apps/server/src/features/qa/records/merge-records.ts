import { isOneOf } from '@signet/contract/narrow'
import { canBeDuplicates } from '@signet/contract/review/qa-merge'
import { openStages } from '@signet/contract/review/qa'
import type { Kind } from '@signet/contract/threats/sources'
import type { Context } from '../../../app/context.ts'
import { AppError } from '../../../errors.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import { notifyReviewed } from '../../notifications/notify-changes.ts'
import { survivorOf } from '../../threats/record/merges.queries.ts'
import { lockThreats } from '../../threats/threats.queries.ts'
import { isUndoneBy, reviewScope } from '../review/review-threats.ts'
import { copyBookmarks, deleteMerge, insertMerge } from './merge-records.queries.ts'
import { setStage } from '../review/review.queries.ts'

const stale = () => new AppError('STALE_VERSION', { what: 'record' })

/**
 * Merges a duplicate into another record of its kind. Repeating the call for the same two returns the same answer.
 *
 * @throws AppError `NOT_FOUND` if one of them is no record of the kind; `BAD_REQUEST` for a record and itself; `CONFLICT` if one has
 *   changed, if their sources can't be about the same thing, if only the duplicate is visible to the client, or if the duplicate has work
 *   that the client requested
 */
export async function mergeRecord(
  context: Context,
  kind: Kind,
  id: string,
  { into, version }: { into: string; version: number },
): Promise<void> {
  const { tx, company, actor } = context
  if (id === into) throw new AppError('MERGE_INTO_ITSELF', {}, { at: 'body.into' })
  const rows = await lockThreats(tx, reviewScope(context, kind), [id, into])
  const duplicate = rows.find((row) => row.id === id)
  const survivor = rows.find((row) => row.id === into)
  if (!duplicate || !survivor) throw new AppError('NOT_FOUND', { what: 'record' })
  if (duplicate.stage === 'merged' && (await survivorOf(tx, company.id, id)) === into) return
  if (duplicate.version !== version || !isOneOf(openStages, duplicate.stage) || !isOneOf(openStages, survivor.stage))
    throw stale()
  if (!canBeDuplicates(duplicate.source, survivor.source)) throw new AppError('MERGE_OTHER_SOURCE')
  if (duplicate.stage === 'published' && survivor.stage !== 'published') throw new AppError('MERGE_PUBLISHED')
  if (duplicate.status === 'takedown' || duplicate.status === 'deeperAnalysis') throw new AppError('MERGE_WITH_WORK')

  await insertMerge(tx, company.id, id, into, duplicate.stage, actor)
  await setStage(tx, company.id, [id], actor, { stage: 'merged', stage_reason: null })
  await copyBookmarks(tx, company.id, id, into)
  await recordAudit(context, [
    {
      action: 'qa.merge',
      targetType: 'threat',
      targetId: id,
      before: { stage: duplicate.stage },
      after: { stage: 'merged', into },
    },
    { action: 'qa.mergedInto', targetType: 'threat', targetId: into, after: { merged: id } },
  ])
  await notifyReviewed(context, [id, into], 'merged')
}

/**
 * Undoes a merge: the duplicate returns to its stage, with the records that had been merged into it before.
 *
 * @throws AppError `NOT_FOUND`, `CONFLICT` if it has changed or isn't a duplicate
 */
export async function unmergeRecord(context: Context, kind: Kind, id: string, version: number): Promise<void> {
  const { tx, company, actor } = context
  const [row] = await lockThreats(tx, reviewScope(context, kind), [id])
  if (!row) throw new AppError('NOT_FOUND', { what: 'record' })
  if (row.stage !== 'merged' || row.version !== version) throw stale()
  const merge = await deleteMerge(tx, company.id, id)
  const isUndo = merge.from_stage === 'queued' && isUndoneBy(row, actor)
  await setStage(tx, company.id, [id], actor, { stage: merge.from_stage, stage_reason: null }, { isUndo })
  await recordAudit(context, [
    {
      action: 'qa.unmerge',
      targetType: 'threat',
      targetId: id,
      before: { stage: 'merged', into: merge.into_id },
      after: { stage: merge.from_stage },
    },
    { action: 'qa.unmergedFrom', targetType: 'threat', targetId: merge.into_id, after: { unmerged: id } },
  ])
  await notifyReviewed(context, [id, merge.into_id], merge.from_stage)
}
