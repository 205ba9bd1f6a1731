import type { Kind } from '@signet/contract/threats/sources'
import type { Context } from '../../../app/context.ts'
import type { ThreatRow } from '../../../db/rows.ts'
import { recordAudit, type AuditInput } from '../../audit/audit.queries.ts'
import { notifyRecalled, notifyReviewed } from '../../notifications/notify-changes.ts'
import { lockThreats } from '../../threats/threats.queries.ts'
import { claimedByOthers } from '../claims.queries.ts'
import { deleteUndone, sampleDecided } from '../second/second-reviews.queries.ts'
import { announcePublished } from './announce-published.ts'
import { lastStepsOf, setBeforeLastStep, type LastStep } from './last-steps.queries.ts'
import { reviewPolicyOf } from './review-policy.queries.ts'
import { isKnownToClient, reviewScope, type ReviewRefusal, type ReviewResult } from './review-threats.ts'

/** `RECALL_KNOWN`: the client has read why it was recalled. */
type UndoRefusal = ReviewRefusal | 'RECALL_KNOWN'
interface UndoResult extends Pick<ReviewResult, 'done' | 'versions'> {
  failed: { id: string; code: UndoRefusal }[]
}

interface Undone {
  row: ThreatRow
  step: LastStep
}

/**
 * Undoes the caller's own last step on each record within a day: it is again in the stage, with the reviewer, remark, time and next check
 * that it had before. An undone approval waits again for a second reviewer, with its first requester. What the client knows can't be
 * undone: a publication that it was notified of or has decided on, and a recall that it has read the reason of.
 *
 * @param versions the version that the step gave each record; a record that has changed since is refused
 */
export async function undoSteps(
  context: Context,
  kind: Kind,
  ids: readonly string[],
  versions: ReadonlyMap<string, number>,
): Promise<UndoResult> {
  const { tx, actor, company } = context
  const rows = new Map((await lockThreats(tx, reviewScope(context, kind), ids)).map((row) => [row.id, row]))
  const steps = await lastStepsOf(tx, company.id, ids, actor.userId)
  const waiting = ids.filter((id) => rows.get(id)?.stage === 'queued')
  const taken = await claimedByOthers(tx, company.id, actor.userId, waiting)
  const isKnown = await isKnownToClient(context)
  const refusalOf = (id: string): UndoRefusal | null => {
    const [row, step] = [rows.get(id), steps.get(id)]
    if (!row) return 'NOT_FOUND'
    if (step?.version !== row.version || versions.get(id) !== row.version) return 'CONFLICT'
    if (taken.has(id)) return 'CLAIMED'
    if (row.stage === 'published' && row.status !== 'open') return 'DECIDED'
    if (row.stage === 'published' && isKnown(row)) return 'RECALL_REASON_NEEDED'
    if (step.stage === 'published' && row.recall_reason !== null) return 'RECALL_KNOWN'
    return null
  }
  const failed: UndoResult['failed'] = []
  const undone: Undone[] = []
  for (const id of ids) {
    const [row, step, code] = [rows.get(id), steps.get(id), refusalOf(id)]
    if (code) failed.push({ id, code })
    else if (row && step) undone.push({ row, step })
  }
  if (undone.length === 0) return { done: [], versions: {}, failed }

  const done = idsOf(undone)
  await setBeforeLastStep(tx, company.id, done)
  await recordAudit(
    context,
    undone.map(({ row, step }): AuditInput => ({
      action: 'qa.undo',
      targetType: 'threat',
      targetId: row.id,
      before: { stage: row.stage },
      after: { stage: step.stage, undone: step.step },
    })),
  )
  for (const [stage, back] of Map.groupBy(undone, ({ step }) => step.stage))
    await notifyReviewed(context, idsOf(back), stage)
  if (kind === 'threat') await sampleAsBefore(context, undone)
  const hidden = undone.filter(({ row }) => row.stage === 'published').map(({ row }) => row)
  if (hidden.length > 0) await notifyRecalled(context, hidden, { known: [], reason: '' })
  await announceAgain(context, undone)
  return { done, versions: Object.fromEntries(undone.map(({ row }) => [row.id, row.version + 1])), failed }
}

const idsOf = (undone: readonly Undone[]) => undone.map(({ row }) => row.id)

/** An undone decision is no longer repeated, and one that counts again is, as before. */
async function sampleAsBefore({ tx, company }: Context, undone: readonly Undone[]): Promise<void> {
  const { secondReviewPercent: percent } = await reviewPolicyOf(tx, company.id)
  const decided = undone.filter(({ step: { step } }) => step === 'publish' || step === 'requestDeletion')
  if (decided.length > 0) await deleteUndone(tx, company.id, idsOf(decided))
  for (const { row, step } of undone) {
    const verdict = decidedBefore[step.step]
    if (!verdict || !step.staged_by) continue
    const by = { userId: step.staged_by, name: step.staged_by_name ?? '' }
    await sampleDecided(tx, company.id, [row.id], { by, verdict, percent })
  }
}

/** The decision that counts again when the step that ended it is undone. */
const decidedBefore: Partial<Record<LastStep['step'], 'threat' | 'harmless'>> = {
  recall: 'threat',
  rejectDeletion: 'harmless',
}

/** What is published again although the client was never notified of it: it is notified when the period of that publication is over. */
async function announceAgain(context: Context, undone: readonly Undone[]): Promise<void> {
  const back = undone.filter(({ step }) => step.stage === 'published' && !step.auto_filtered)
  for (const [at, together] of Map.groupBy(back, ({ step }) => step.staged_at.getTime()))
    await announcePublished(
      context,
      together.map(({ row }) => row),
      new Date(at),
    )
}
