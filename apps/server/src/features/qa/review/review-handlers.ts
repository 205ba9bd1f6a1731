import { required } from '@signet/contract/narrow'
import type {
  correctThreat,
  MergedRecord,
  publishThreat,
  QaListQuery,
  QaStage,
  QaThreat,
  ReviewStep,
} from '@signet/contract/review/qa'
import type { mergeThreat } from '@signet/contract/review/qa-merge'
import type { BodyOf } from '@signet/contract/route'
import { severityOfRank } from '@signet/contract/threats/severities'
import type { AnySource, Kind } from '@signet/contract/threats/sources'
import { allowValueFor, seenIn } from '@signet/detection'
import type { Actor, Context } from '../../../app/context.ts'
import { AppError } from '../../../errors.ts'
import { captureRefusalOf } from '../../captures/capture-refusal.ts'
import { mergedInto, survivorOf, type MergedRow } from '../../threats/record/merges.queries.ts'
import { reportersOf } from '../../threats/record/threat-detail.queries.ts'
import { publicReportsOf, withPublicReports } from '../../threats/record/public-reports.queries.ts'
import { promisedTimesOf } from '../../threats/list/promised-times.queries.ts'
import { detailOf } from '../../threats/record/threat-detail.ts'
import { sharersOf } from '../../threats/found/traits.queries.ts'
import { findThreat, listThreatRows, toThreat, type ListedRow } from '../../threats/threats.queries.ts'
import { assigneesOf, claimedBy } from '../claims.queries.ts'
import { correctRecord } from '../records/correct-record.ts'
import { mergeRecord, unmergeRecord } from '../records/merge-records.ts'
import { watchesOf } from '../watches.queries.ts'
import { announcedAtOf, graceOf } from './announce-published.ts'
import { whitelistedInReview } from './review.queries.ts'
import { reviewScope, reviewThreats, type ReviewRefusal } from './review-threats.ts'

interface ReviewPath {
  threatId?: string
  toutId?: string
}
const idOf = ({ threatId, toutId }: ReviewPath) => required(threatId ?? toutId, 'an id')

type ListQuery = Omit<QaListQuery, 'threatSource'> & { threatSource?: AnySource[] | undefined }
type StepBody = Pick<BodyOf<typeof publishThreat>, 'version'> & Partial<BodyOf<typeof publishThreat>>

const refusals: Record<ReviewRefusal, () => AppError> = {
  NOT_FOUND: () => new AppError('NOT_FOUND', { what: 'record' }),
  CONFLICT: () => new AppError('STALE_VERSION', { what: 'record' }),
  REMARK_NEEDED: () => new AppError('REMARK_NEEDED', {}, { at: 'body.remark' }),
  CLAIMED: () => new AppError('CLAIMED_BY_OTHER'),
  OWN_REQUEST: () => new AppError('OWN_DELETION_REQUEST'),
  RECALL_REASON_NEEDED: () => new AppError('RECALL_REASON_NEEDED', {}, { at: 'body.remark' }),
  DECIDED: () => new AppError('RECALL_AFTER_DECISION'),
  NOTHING_TO_ALLOW: () => new AppError('NOTHING_TO_ALLOW'),
}

/**
 * The handlers for the review of threats, or of touts.
 *
 * @typeParam S the sources of the kind
 */
export function reviewHandlers<S extends AnySource>(kind: Kind) {
  const shown = (context: Context, row: ListedRow): QaThreat<S> => ({
    ...toThreat<S>(row, context.fileHref),
    ...stageOf(row, context.actor),
  })

  async function recordOf(context: Context, id: string): Promise<ListedRow> {
    const row = await findThreat(context.tx, reviewScope(context, kind), id)
    if (!row) throw refusals.NOT_FOUND()
    return row
  }

  return {
    list:
      (stage: QaStage) =>
      async (context: Context, { query }: { query: ListQuery }) => {
        const only = await onlyOf(context, query)
        const page = await listThreatRows(context.tx, reviewScope(context, kind, [stage]), { ...query, only }, query)
        const rows = page.items.map((row) => shown(context, row))
        const items = await withPublicReports(context.tx, context.company.id, rows)
        if (stage === 'queued')
          return { ...page, items: await withAssignees(context, await withPromisedTimes(context, items)) }
        if (stage === 'published') return { ...page, items: await withAnnouncements(context, page.items, items) }
        return { ...page, items: stage === 'watchlist' ? await withWatches(context, page.items, items) : items }
      },

    async open(context: Context, { params }: { params: ReviewPath }) {
      const row = await recordOf(context, idOf(params))
      const merged = await mergedInto(context.tx, context.company.id, row.id)
      const times = await promisedTimesOf(context.tx, context.company.id, [row.id])
      const into = row.stage === 'merged' ? await survivorOf(context.tx, context.company.id, row.id) : null
      const detail = await detailOf<S>(context, reviewScope(context, kind), row)
      const isWhitelisted = row.stage === 'published' && row.status === 'whitelist'
      const inReview = await whitelistedInReview(context.tx, context.company.id, isWhitelisted ? [row.id] : [])
      const reporters = await reportersOf(context.tx, context.company.id, row.id)
      const more = {
        ...stageOf(row, context.actor),
        ...(reporters.length > 0 ? { reporters } : {}),
        ...(into ? { mergedInto: into } : {}),
        merged: merged.map(toMerged),
        captureRefusal: captureRefusalOf(context, row),
        ...(inReview.has(row.id) ? { whitelistedInReview: true } : {}),
        ...(times.has(row.id) ? { promisedAt: times.get(row.id)?.toISOString() } : {}),
      }
      const publicReports = (await publicReportsOf(context.tx, context.company.id, [row.id])).get(row.id)
      return Object.assign(detail, more, publicReports === undefined ? {} : { publicReports })
    },

    /** One step on one record; `body.version` must be the version last read. */
    step: (step: ReviewStep) => async (context: Context, input: { params: ReviewPath; body: StepBody }) => {
      const id = idOf(input.params)
      const versions = new Map([[id, input.body.version]])
      const { everyDays } = input.body
      const options = { versions, ...(everyDays ? { everyDays } : {}) }
      const { failed } = await reviewThreats(context, kind, [id], step, remarkOf(input.body), options)
      if (failed[0]) throw refusals[failed[0].code]()
      return shown(context, await recordOf(context, id))
    },

    async merge(context: Context, { params, body }: { params: ReviewPath; body: BodyOf<typeof mergeThreat> }) {
      await mergeRecord(context, kind, idOf(params), body)
      return { ...shown(context, await recordOf(context, idOf(params))), mergedInto: body.into }
    },

    async unmerge(context: Context, { params, body }: { params: ReviewPath; body: { version: number } }) {
      await unmergeRecord(context, kind, idOf(params), body.version)
      return shown(context, await recordOf(context, idOf(params)))
    },

    /** @throws AppError `CONFLICT` if it has changed since it was read */
    async correct(
      context: Context,
      { params, body }: { params: ReviewPath; body: BodyOf<typeof correctThreat> },
    ): Promise<QaThreat<S>> {
      await correctRecord(context, reviewScope(context, kind), idOf(params), body)
      return shown(context, await recordOf(context, idOf(params)))
    },
  }
}

/** The records that a list is limited to, in addition to its filters; undefined if it isn't limited. */
async function onlyOf({ tx, company, actor }: Context, { mine, sharesWith }: ListQuery): Promise<string[] | undefined> {
  const claimed = mine ? await claimedBy(tx, company.id, actor.userId) : undefined
  if (sharesWith === undefined) return claimed
  const sharers = await sharersOf(tx, company.id, sharesWith)
  const found = [sharesWith, ...sharers.map(({ threatId }) => threatId)]
  return claimed ? found.filter((id) => claimed.includes(id)) : found
}

function toMerged(row: MergedRow): MergedRecord {
  return {
    id: row.id,
    source: row.source,
    title: row.title,
    severity: severityOfRank(row.severity),
    by: row.merged_by_name,
    at: row.merged_at.toISOString(),
    version: row.version,
  }
}

/** Records of the company as reviewers see them, in the order of the ids. */
export async function shownRecords(context: Context, kind: Kind, ids: readonly string[]): Promise<QaThreat[]> {
  const rows = await Promise.all(ids.map((id) => findThreat(context.tx, reviewScope(context, kind), id)))
  const shown = rows
    .filter((row) => row !== null)
    .map((row) => ({ ...toThreat(row, context.fileHref), ...stageOf(row, context.actor) }))
  return withAssignees(context, await withPromisedTimes(context, shown))
}

/** Adds the promised time to records in the queue. */
async function withPromisedTimes<R extends { id: string }>(
  { tx, company }: Context,
  records: readonly R[],
): Promise<(R & { promisedAt?: string })[]> {
  const times = await promisedTimesOf(
    tx,
    company.id,
    records.map(({ id }) => id),
  )
  return records.map((record) => {
    const at = times.get(record.id)
    return at === undefined ? record : { ...record, promisedAt: at.toISOString() }
  })
}

/** Adds the assignee to claimed records. */
async function withAssignees<R extends { id: string }>(context: Context, records: readonly R[]): Promise<R[]> {
  const assignees = await assigneesOf(
    context.tx,
    context.company.id,
    records.map(({ id }) => id),
  )
  return records.map((record) => {
    const assignee = assignees.get(record.id)
    return assignee === undefined ? record : { ...record, assignee }
  })
}

/** Adds the time at which watched records return to the queue. */
async function withWatches<R extends { id: string }>(
  context: Context,
  rows: readonly ListedRow[],
  records: readonly R[],
): Promise<R[]> {
  const watched = rows.map((row) => ({ id: row.id, stagedAt: row.staged_at, stagedBy: row.staged_by_name }))
  const watches = await watchesOf(context.tx, context.company.id, watched)
  return records.map((record) => {
    const watch = watches.get(record.id)
    if (!watch) return record
    const { dueAt, checkedAt, everyDays, checkedBy } = watch
    return { ...record, dueAt: dueAt.toISOString(), checkedAt: checkedAt.toISOString(), everyDays, checkedBy }
  })
}

/** Adds when the client is or was notified of published records, or that a reviewer whitelisted them. */
async function withAnnouncements<R extends { id: string }>(
  context: Context,
  rows: readonly ListedRow[],
  records: readonly R[],
): Promise<(R & { announcedAt?: string; whitelistedInReview?: boolean })[]> {
  const grace = await graceOf(context)
  const times = new Map(rows.map((row) => [row.id, announcedAtOf(row, grace)]))
  const whitelisted = rows.filter(({ status }) => status === 'whitelist').map(({ id }) => id)
  const inReview = await whitelistedInReview(context.tx, context.company.id, whitelisted)
  return records.map((record) => {
    if (inReview.has(record.id)) return { ...record, whitelistedInReview: true }
    const at = times.get(record.id)
    return at ? { ...record, announcedAt: at.toISOString() } : record
  })
}

/** The reviewer's comment on a step: a remark, or only text. */
export function remarkOf({ remark, reason }: Pick<StepBody, 'remark' | 'reason'>) {
  return remark ?? (reason ? { text: reason } : undefined)
}

function stageOf(row: ListedRow, actor: Pick<Actor, 'userId'>) {
  const [by, at] = [row.staged_by_name, row.staged_at.toISOString()]
  const allowEntry = row.stage === 'queued' ? allowValueFor(seenIn(row)) : null
  return {
    stage: row.stage,
    stagedAt: at,
    stagedBy: by,
    autoFiltered: row.auto_filtered,
    ...(row.stage_reason ? { stageReason: row.stage_reason } : {}),
    ...(allowEntry ? { allowEntry: { ...allowEntry } } : {}),
    ...(row.stage === 'deletionPending'
      ? { requestedBy: by, requestedAt: at, isOwnRequest: row.staged_by === actor.userId, reason: row.stage_reason }
      : {}),
    ...(row.stage === 'deleted' ? { deletedBy: by, deletedAt: at, reason: row.stage_reason } : {}),
  }
}
