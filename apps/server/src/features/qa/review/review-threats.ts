import { isOneOf } from '@signet/contract/narrow'
import {
  qaStages,
  reviewSteps,
  usualCheckDays,
  type CheckDays,
  type QaStage,
  type ReviewStep,
} from '@signet/contract/review/qa'
import type { Kind } from '@signet/contract/threats/sources'
import { dayMs } from '@signet/contract/time'
import { reviewTeam } from '@signet/contract/threats/records'
import type { RemarkInput } from '@signet/contract/threats/threats'
import { allowValueFor, seenIn } from '@signet/detection'
import type { Actor, Context } from '../../../app/context.ts'
import type { ThreatRow } from '../../../db/rows.ts'
import { allowDecided, disallowReopened } from '../../allow-list/decided-entries.queries.ts'
import { recordAudit, type AuditInput } from '../../audit/audit.queries.ts'
import { scopeOf, type ThreatScope } from '../../threats/list/threat-filter.queries.ts'
import { notifyDecided, notifyRecalled, notifyReviewed } from '../../notifications/notify-changes.ts'
import { lockThreats } from '../../threats/threats.queries.ts'
import { claimedByOthers } from '../claims.queries.ts'
import { deleteWatches, putWatches } from '../watches.queries.ts'
import { announcedAtOf, announcePublished, graceOf } from './announce-published.ts'
import { deleteUndone, sampleDecided } from '../second/second-reviews.queries.ts'
import { reviewPolicyOf } from './review-policy.queries.ts'
import { putLastSteps } from './last-steps.queries.ts'
import { setStage, unpublish, whitelistedInReview } from './review.queries.ts'

export type ReviewRefusal =
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'REMARK_NEEDED'
  | 'OWN_REQUEST'
  | 'CLAIMED'
  | 'RECALL_REASON_NEEDED'
  | 'DECIDED'
  | 'NOTHING_TO_ALLOW'
export interface ReviewResult {
  done: string[]
  /** The versions after the step, by threat. */
  versions: Record<string, number>
  failed: { id: string; code: ReviewRefusal }[]
}

/** QA sees every stage. */
export function reviewScope(
  context: Pick<Context, 'company' | 'actor'>,
  kind: Kind,
  stages: readonly QaStage[] = qaStages,
): ThreatScope {
  return scopeOf(context, kind, stages)
}

/**
 * Takes one step of a review on up to 200 threats. Deleting takes two people: the one who requested it may not approve it. Waiting threats
 * that another reviewer has open or claimed are refused. What the client was notified of is recalled with a reason, and only as long as the
 * client hasn't decided on it. What is whitelisted goes on the client's allow list until it is recalled. What returns to the queue has a
 * new promised time, unless its reviewer undoes the step that took it out.
 *
 * @param options.versions the version last read, by threat; a threat that has changed since is refused, those without one aren't checked
 * @param options.everyDays the number of days after which newly watched threats return to the queue
 */
export async function reviewThreats(
  context: Context,
  kind: Kind,
  threatIds: readonly string[],
  step: ReviewStep,
  remark?: RemarkInput | { kind?: undefined; text?: string | undefined },
  { versions, everyDays = usualCheckDays }: { versions?: ReadonlyMap<string, number>; everyDays?: CheckDays } = {},
): Promise<ReviewResult> {
  const { tx, actor, company } = context
  const text = remark?.text || remark?.kind
  if (!text && (step === 'requestDeletion' || step === 'whitelist'))
    return { done: [], versions: {}, failed: threatIds.map((id) => ({ id, code: 'REMARK_NEEDED' })) }

  const rows = await lockThreats(tx, reviewScope(context, kind), threatIds)
  const found = new Set(rows.map(({ id }) => id))
  const failed: ReviewResult['failed'] = threatIds
    .filter((id) => !found.has(id))
    .map((id) => ({ id, code: 'NOT_FOUND' }))
  const { to, from } = reviewSteps[step]
  const waiting = rows.filter(({ stage }) => stage === 'queued').map((row) => row.id)
  const taken = await claimedByOthers(tx, company.id, actor.userId, waiting)
  const ownDecisions = step === 'recall' ? await whitelistedAmong(context, rows) : new Set<string>()
  const isKnown = step === 'recall' ? await isKnownToClient(context, ownDecisions) : () => false
  const changing: ThreatRow[] = []
  for (const row of rows) {
    const isStale = versions?.has(row.id) === true && versions.get(row.id) !== row.version
    if (isStale || !isOneOf(from, row.stage)) failed.push({ id: row.id, code: 'CONFLICT' })
    else if (step === 'approveDeletion' && row.staged_by === actor.userId)
      failed.push({ id: row.id, code: 'OWN_REQUEST' })
    else if (taken.has(row.id)) failed.push({ id: row.id, code: 'CLAIMED' })
    else if (step === 'recall' && row.status !== 'open' && !ownDecisions.has(row.id))
      failed.push({ id: row.id, code: 'DECIDED' })
    else if (step === 'whitelist' && allowValueFor(seenIn(row)) === null)
      failed.push({ id: row.id, code: 'NOTHING_TO_ALLOW' })
    else if (isKnown(row) && !text) failed.push({ id: row.id, code: 'RECALL_REASON_NEEDED' })
    else changing.push(row)
  }
  if (changing.length === 0) return { done: [], versions: {}, failed }

  const ids = idsOf(changing)
  // The reason of the deletion request remains the reason of the deletion.
  const reason = step === 'approveDeletion' ? {} : { stage_reason: text ?? null }
  const change = { stage: to, ...reason, ...statusAfter[step] }
  const isUndone = (row: ThreatRow) => to === 'queued' && isUndoneBy(row, actor) && !isKnown(row)
  const undone = idsOf(changing.filter(isUndone))
  const others = ids.filter((id) => !undone.includes(id))
  // What changes the allow list too is undone by a recall, or not at all.
  const isWhitelistUndone = (id: string) => ownDecisions.has(id) && undone.includes(id)
  const isKept = (id: string) => step !== 'whitelist' && !ownDecisions.has(id)
  await putLastSteps(tx, company.id, ids.filter(isKept), step, actor.userId)
  await setStage(tx, company.id, undone, actor, change, { isUndo: true })
  const at = await setStage(tx, company.id, others, actor, change)
  if (to === 'watchlist') await putWatches(tx, company.id, ids, { everyDays, by: actor.name })
  else if (changing.some(({ stage }) => stage === 'watchlist')) await deleteWatches(tx, company.id, ids)
  if (step === 'whitelist') await allowReviewed(context, changing, text)
  await recordAudit(
    context,
    changing.map((row): AuditInput => ({
      action: `qa.${step}`,
      targetType: 'threat',
      targetId: row.id,
      before: { stage: row.stage },
      after: {
        stage: to,
        ...(text ? { remark: text } : {}),
        ...(isWhitelistUndone(row.id) ? { undone: 'whitelist' } : {}),
      },
    })),
  )
  await notifyReviewed(context, ids, to)
  if (kind === 'threat') await sampleForSecondReview(context, ids, step)
  if (step === 'publish') await announcePublished(context, changing, at)
  if (step === 'recall') await recallFromClient(context, changing.filter(isKnown), changing, text)
  return { done: ids, versions: Object.fromEntries(changing.map(({ id, version }) => [id, version + 1])), failed }
}

/** Of the steps that also change what the client finds decided: to what. */
const statusAfter: { [S in ReviewStep]?: Pick<ThreatRow, 'status'> } = {
  whitelist: { status: 'whitelist' },
  recall: { status: 'open' },
}

const idsOf = (rows: readonly ThreatRow[]) => rows.map(({ id }) => id)

/**
 * Whether a record that returns to the queue never really left it: the same reviewer undoes the step within a day, and nothing else has
 * happened to its stage. Its review remains promised for the same time.
 */
export const isUndoneBy = (
  row: Pick<ThreatRow, 'queued_at' | 'staged_by' | 'staged_at'>,
  actor: Pick<Actor, 'userId'>,
) => row.queued_at !== null && row.staged_by === actor.userId && Date.now() - row.staged_at.getTime() < dayMs

/** Lets somebody else repeat a share of the decisions; what is undone is no longer repeated. */
async function sampleForSecondReview({ tx, company, actor }: Context, ids: string[], step: ReviewStep): Promise<void> {
  if (step === 'recall' || step === 'rejectDeletion') await deleteUndone(tx, company.id, ids)
  if (step !== 'publish' && step !== 'requestDeletion' && step !== 'whitelist') return
  const { secondReviewPercent: percent } = await reviewPolicyOf(tx, company.id)
  const verdict = step === 'publish' ? 'threat' : 'harmless'
  await sampleDecided(tx, company.id, ids, { by: actor, verdict, percent })
}

/** Those that a reviewer whitelisted, so that no decision of the client is in the way of a recall. */
function whitelistedAmong({ tx, company }: Context, rows: readonly ThreatRow[]): Promise<ReadonlySet<string>> {
  return whitelistedInReview(tx, company.id, idsOf(rows.filter(({ status }) => status === 'whitelist')))
}

/** Puts whitelisted records on the client's allow list. Like everywhere else, the client doesn't learn the reviewer's name. */
async function allowReviewed(context: Context, rows: readonly ThreatRow[], text: string | undefined): Promise<void> {
  const { tx, company, actor } = context
  const by = { userId: actor.userId, name: reviewTeam }
  await allowDecided(tx, company.id, rows, { by, reason: text ?? null, expiresAt: null })
  await notifyDecided(context, rows, 'whitelist', 'whitelist')
}

/** Whether the client was notified of a published record, or would have been by now. It isn't of what a reviewer whitelisted. */
export async function isKnownToClient(context: Context, whitelisted: ReadonlySet<string> = new Set()) {
  const grace = await graceOf(context)
  const now = new Date()
  return (row: ThreatRow) => {
    if (whitelisted.has(row.id)) return false
    const at = announcedAtOf(row, grace)
    return row.announced_at !== null || (at !== null && at < now)
  }
}

/** Removes recalled records from what the client sees, allow list included; where it was notified of them, with the reason. */
async function recallFromClient(
  context: Context,
  known: readonly ThreatRow[],
  recalled: readonly ThreatRow[],
  reason = '',
): Promise<void> {
  const { tx, company } = context
  await disallowReopened(tx, company.id, idsOf(recalled))
  const knownIds = known.map(({ id }) => id)
  const unknownIds = recalled.map(({ id }) => id).filter((id) => !knownIds.includes(id))
  await unpublish(tx, company.id, knownIds, reason)
  await unpublish(tx, company.id, unknownIds, null)
  await notifyRecalled(context, recalled, { known, reason })
}
