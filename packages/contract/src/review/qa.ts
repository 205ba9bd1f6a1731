import * as z from 'zod/mini'
import { keysIn } from '../narrow.ts'
import { route } from '../route.ts'
import { allowKinds } from '../threats/allow-list.ts'
import { severities, type Severity } from '../threats/severities.ts'
import {
  everySourceName,
  kinds,
  sources,
  type AnySource,
  type ThreatSource,
  sourceLabelOf,
} from '../threats/sources.ts'
import {
  detailShape,
  RemarkInput,
  threatFilters,
  threatSortFields,
  unionOf,
  type Threat,
  type ThreatDetail,
} from '../threats/threats.ts'
import { changedRecords } from '../changed-records.ts'
import * as wire from '../wire.ts'

/** The history of a record: the text of each action of the audit. */
export const historyTexts = {
  'qa.publish': 'Published',
  'qa.secondReview': 'Reviewed a second time',
  'qa.recall': 'Recalled',
  'qa.releaseAutomatically': 'Published automatically',
  'qa.filterAutomatically': 'Filtered automatically',
  'qa.claim': 'Claimed for review',
  'qa.whitelist': 'Whitelisted in review',
  'qa.watch': 'Moved to the watchlist',
  'qa.unwatch': 'Returned to the queue',
  'qa.recheck': 'Checked again, stays on the watchlist',
  'qa.requestDeletion': 'Deletion requested',
  'qa.approveDeletion': 'Deleted',
  'qa.rejectDeletion': 'Deletion rejected',
  'qa.restore': 'Restored to the queue',
  'qa.undo': 'Last step undone',
  'qa.reopened': 'Returned to the queue because it changed',
  'qa.merge': 'Merged into another record',
  'qa.mergedInto': 'Duplicate merged into this record',
  'qa.unmerge': 'Merge undone',
  'qa.unmergedFrom': 'Merged duplicate separated',
}

/** The stages of review, each with its possible successors. Only `published` is visible outside QA. */
export const qaFlow = {
  queued: ['published', 'watchlist', 'deletionPending'],
  watchlist: ['published', 'queued', 'deletionPending'],
  published: ['queued'],
  deletionPending: ['deleted', 'queued'],
  deleted: ['queued'],
  /** A duplicate; its only successor is the stage it was merged from (`qa-merge.ts`). */
  merged: [],
} as const satisfies Record<string, readonly string[]>
/** A stage of review: a key of `qaFlow`. */
export type QaStage = keyof typeof qaFlow
/** Every stage, in the order of `qaFlow`. */
export const qaStages = keysIn(qaFlow)

/** Every step of a review: the stage it leads to, and the stages it can start from. */
export const reviewSteps = {
  publish: { to: 'published', from: ['queued', 'watchlist'] },
  /** The client finds it among its whitelisted ones, and can reopen it. */
  whitelist: { to: 'published', from: ['queued'] },
  watch: { to: 'watchlist', from: ['queued'] },
  unwatch: { to: 'queued', from: ['watchlist'] },
  requestDeletion: { to: 'deletionPending', from: ['queued', 'watchlist'] },
  approveDeletion: { to: 'deleted', from: ['deletionPending'] },
  rejectDeletion: { to: 'queued', from: ['deletionPending'] },
  restore: { to: 'queued', from: ['deleted'] },
  recall: { to: 'queued', from: ['published'] },
} as const satisfies Record<string, { to: QaStage; from: readonly QaStage[] }>
/** A step of a review: a key of `reviewSteps`. */
export type ReviewStep = keyof typeof reviewSteps

/** The stages of records that count: neither deleted or about to be, nor merged into another. */
export const openStages = ['queued', 'watchlist', 'published'] as const satisfies readonly QaStage[]

/** The available intervals, in days, after which a watched record is reviewed again; the middle one is the default. */
export const checkDays = [1, 7, 30] as const
/** One of `checkDays`. */
export type CheckDays = (typeof checkDays)[number]
const CheckDays = z.literal(checkDays)
/** The default number of days after which a watched record is reviewed again. */
export const usualCheckDays: CheckDays = 7

/** The additional fields of a record under review. */
export const qaShape = {
  stage: z.enum(qaStages),
  stagedAt: wire.time,
  stagedBy: z.nullable(z.string()),
  assignee: z.optional(z.string()),
  autoFiltered: z.boolean(),
  /** For a record in the queue: by when its review is promised. Counted from `stagedAt`. */
  promisedAt: z.optional(wire.time),
  /** How many people reported it on the company's public page; missing if nobody did. */
  publicReports: z.optional(z.int()),
  /** The remark of the last change of stage. */
  stageReason: z.optional(z.string()),
  /** For records waiting for deletion. */
  requestedBy: z.optional(z.nullable(z.string())),
  requestedAt: z.optional(wire.time),
  /** Whether the caller requested the deletion, so that somebody else has to approve it. */
  isOwnRequest: z.optional(z.boolean()),
  /** For deleted records. */
  deletedBy: z.optional(z.nullable(z.string())),
  deletedAt: z.optional(wire.time),
  /** The reason for the deletion or its request. */
  reason: z.optional(z.nullable(z.string())),
  /** For a duplicate: the record it was merged into. */
  mergedInto: z.optional(z.string()),
  /** For a watched record: when it is due for another review, the interval in days, and when and by which reviewer it was last checked. */
  dueAt: z.optional(wire.time),
  everyDays: z.optional(CheckDays),
  checkedAt: z.optional(wire.time),
  checkedBy: z.optional(z.nullable(z.string())),
  /**
   * In the list of published records: when the client is or was notified. Until then a recall needs no reason. Missing if the client isn't
   * notified.
   */
  announcedAt: z.optional(wire.time),
  /** In the list of published records and the detail: true if a reviewer whitelisted it, so that it can be recalled. */
  whitelistedInReview: z.optional(z.boolean()),
  /** For a record in the queue: the allow list entry that whitelisting it adds. Missing if nothing would recognize it again. */
  allowEntry: z.optional(z.object({ kind: z.enum(allowKinds), value: z.string() })),
}
/** A duplicate that was merged into the current record. */
const MergedRecord = z.object({
  id: z.string(),
  source: z.enum(everySourceName),
  title: z.string(),
  severity: z.enum(severities),
  by: z.string(),
  at: wire.time,
  version: z.int(),
})
/** A duplicate that was merged into the current record. */
export type MergedRecord = z.output<typeof MergedRecord>
/** A request of the client that reported a record. Its text is for those who can read requests. */
const Reporter = z.object({
  requestId: z.string(),
  by: z.string(),
  at: wire.time,
  /** By which day, in the zone of the company, the client was promised a reply; missing if the team doesn't owe one. */
  dueOn: z.optional(wire.day),
})
/** A request of the client that reported a record. */
export type Reporter = z.output<typeof Reporter>
/**
 * Why a reviewer can't have the page of a record captured: it is a tout, it is neither in the queue nor on the watchlist, it has no page
 * that can be opened (those of the demo are fictional), or look-ups are disabled on this server.
 */
export const captureRefusals = ['tout', 'decided', 'noPage', 'off'] as const
/** One of `captureRefusals`. */
export type CaptureRefusal = (typeof captureRefusals)[number]

/** The additional fields of the detail of a record under review. */
export const qaDetailShape = {
  ...qaShape,
  merged: z.array(MergedRecord),
  /** Null if its page can be captured now. */
  captureRefusal: z.nullable(z.enum(captureRefusals)),
  /** The requests that reported it or one of its duplicates, newest first, at most ten; missing if none did. */
  reporters: z.optional(z.array(Reporter)),
}
/** A threat under review. */
export type QaThreat<S extends AnySource = ThreatSource> = Threat<S> & z.output<z.ZodMiniObject<typeof qaShape>>
export const QaThreat = unionOf<QaThreat>(sources, qaShape)

/** A threat under review with all its details. */
export type QaDetail<S extends AnySource = ThreatSource> = QaThreat<S> &
  ThreatDetail<S> & {
    merged: MergedRecord[]
    captureRefusal: CaptureRefusal | null
    reporters?: Reporter[] | undefined
  }
export const QaDetail = unionOf<QaDetail>(sources, { ...detailShape, ...qaDetailShape })

/** `dueAt` ascending lists overdue checks first; for the watchlist. `promisedAt` ascending lists overdue reviews first; for the queue. */
export const qaSortFields = [...threatSortFields, 'stagedAt', 'dueAt', 'promisedAt'] as const
/** Paging, sorting and filters of the review lists. */
export const QaListQuery = z.object({
  company: wire.company,
  ...wire.paging(qaSortFields),
  ...wire.range,
  ...threatFilters,
  /** Only records that the caller has claimed; for the review queue. */
  mine: z.optional(wire.bool),
  /** Only records whose promised time is over; for the review queue. */
  overdue: z.optional(wire.bool),
  /** Only this threat and those that share traits with it. */
  sharesWith: z.optional(wire.id),
  /** Only what an import of a file added. */
  importId: z.optional(wire.id),
})
export type QaListQuery = z.output<typeof QaListQuery>

function qaList(path: `/${string}`, summary: string) {
  return route({ method: 'GET', path, summary, access: 'qa:review', query: QaListQuery, response: wire.page(QaThreat) })
}
/** Claimed threats are listed too, with their assignee. */
export const listQueued = qaList('/qa/getQAThreats', 'List the threats in the review queue')
/** `dueAt` is when each is due for another review. */
export const listWatched = qaList('/qa/getQAWatchlistThreats', 'List the threats on the watchlist')
/** `requestedBy`, `requestedAt` and `reason` describe the deletion request. */
export const listDeletionQueue = qaList(
  '/qa/getQADeletionQueue',
  'List the threats whose deletion needs approval by a second reviewer',
)
/** `deletedBy` and `deletedAt` describe the approval. */
export const listDeleted = qaList('/qa/getQADeletedThreats', 'List the deleted threats')
/** Those that a reviewer can recall, among others. */
export const listPublished = qaList('/qa/getQAPublishedThreats', 'List the published threats')

/** 404 for a threat of another company. */
export const getQueued = route({
  method: 'GET',
  path: '/qa/threats/{threatId}',
  summary: 'Get a threat in any stage of review with its indicators, evidence and history',
  access: 'qa:review',
  params: z.object({ threatId: wire.id }),
  query: wire.ofCompany,
  response: QaDetail,
})

/** The body of one review step; `version` is the one last read. */
export const StepBody = z.strictObject({
  remark: z.optional(RemarkInput),
  reason: z.optional(wire.text(2000)),
  /** Only for `watch`: the number of days until the next review; 7 if missing. */
  everyDays: z.optional(CheckDays),
  version: wire.version,
})
/** The body of a step that only requires the version last read. */
export const VersionBody = z.strictObject({ version: wire.version })
/** The fields a reviewer may correct; a field left out doesn't change. */
export const CorrectBody = z.strictObject({
  severity: z.optional(z.enum(severities)),
  threatType: z.optional(wire.oneLine(100, 1)),
  category: z.optional(wire.oneLine(100, 1)),
  version: wire.version,
})

function qaAction(verb: string, summary: string) {
  return route({
    method: 'POST',
    path: `/qa/threats/{threatId}/${verb}`,
    summary,
    access: 'qa:review',
    params: z.object({ threatId: wire.id }),
    query: wire.ofCompany,
    body: StepBody,
    response: QaThreat,
  })
}
/**
 * 409 when `version` is stale, when the stage does not allow it (`qaFlow`), or when another reviewer has claimed or opened it. The client
 * is notified.
 */
export const publishThreat = qaAction('publish', 'Publish a threat to the client')
/**
 * For a domain, address or account of the client or one of its partners: it goes on the client's allow list, where the client sees it with
 * the remark, and the threat is published as whitelisted, without a notification. Recalling it takes both back. 400 without a remark; 409
 * if the threat has nothing to recognise it by; otherwise it fails under the same conditions as `publishThreat`.
 */
export const whitelistThreat = qaAction('whitelist', 'Whitelist a queued threat; requires a remark')
/** Fails under the same conditions as `publishThreat`. */
export const watchThreat = qaAction('watch', 'Move a threat to the watchlist')
/** Fails under the same conditions as `publishThreat`. */
export const unwatchThreat = qaAction('unwatch', 'Return a watched threat to the queue')
/** 400 without a remark; otherwise it fails under the same conditions as `publishThreat`. */
export const requestDeletion = qaAction(
  'requestDeletion',
  'Request the deletion of a threat by a second reviewer; requires a remark',
)
/** Fails under the same conditions as `publishThreat`. */
export const restoreThreat = qaAction('restore', 'Restore a deleted threat to the queue')

/**
 * Until the grace period of the review policy is over and the client has been notified, no reason is needed and the client isn't notified.
 * Afterwards: 400 without a remark, which the client sees. 409 when the client has decided on it, or when `version` is stale.
 */
export const recallThreat = qaAction('recall', 'Take a published threat back into the queue')

function deletionAction(verb: string, summary: string) {
  return route({
    method: 'POST',
    path: `/qa/deletionQueue/{threatId}/${verb}`,
    summary,
    access: 'qa:review',
    params: z.object({ threatId: wire.id }),
    query: wire.ofCompany,
    body: VersionBody,
    response: QaThreat,
  })
}
/** 409 when the caller requested the deletion: two different reviewers are needed. */
export const approveDeletion = deletionAction('approve', 'Approve a deletion requested by another reviewer')
/** Reviewers may reject their own request. 409 when it has already been decided. */
export const rejectDeletion = deletionAction('refuse', 'Reject a deletion and return the threat to the queue')

/** 409 when `version` is stale; 400 for a type the source does not have. */
export const correctThreat = route({
  method: 'PATCH',
  path: '/qa/threats/{threatId}',
  summary: 'Correct the severity or type before publishing',
  access: 'qa:review',
  params: z.object({ threatId: wire.id }),
  query: wire.ofCompany,
  body: CorrectBody,
  response: QaThreat,
})

/** The steps that can be applied to several records at once. Approving a deletion is not one of them. */
export const qaBulkActions = [
  'publish',
  'whitelist',
  'watch',
  'unwatch',
  'requestDeletion',
  'rejectDeletion',
  'restore',
  'recall',
] as const
/** Each record is processed separately; `failed` contains the reason for each failure. */
export const reviewThreats = route({
  method: 'POST',
  path: '/qa/bulk',
  summary: `Apply one review step to up to ${wire.idsMax} threats or touts`,
  access: 'qa:review',
  query: wire.ofCompany,
  body: z.strictObject({
    kind: z.enum(kinds),
    ids: wire.ids,
    action: z.enum(qaBulkActions),
    /** By id, as they were read. A record that has changed since is left alone; those without a version aren't checked. */
    versions: z.optional(wire.versions),
    remark: z.optional(RemarkInput),
    reason: z.optional(wire.text(2000)),
  }),
  response: changedRecords,
})

/**
 * Each record is processed separately; `failed` contains the reason for each failure. A record is again what it was before the caller's
 * last step, at most a day ago: its stage, reviewer, remark, times and next check. Refused are records that have changed since,
 * publications that the client was notified of or has decided on, and recalls with a reason that the client has read.
 */
export const undoSteps = route({
  method: 'POST',
  path: '/qa/undo',
  summary: `Undo one's own last review step on up to ${wire.idsMax} threats or touts`,
  access: 'qa:review',
  query: wire.ofCompany,
  body: z.strictObject({
    kind: z.enum(kinds),
    ids: wire.ids,
    /** By id, as the step returned them. */
    versions: wire.versions,
  }),
  response: changedRecords,
})

/** Records that are not watched are returned in `failed`. */
export const recheckWatched = route({
  method: 'POST',
  path: '/qa/recheck',
  summary: `Record a check of up to ${wire.idsMax} watched threats or touts; they come back after the given number of days`,
  access: 'qa:review',
  query: wire.ofCompany,
  body: z.strictObject({
    kind: z.enum(kinds),
    ids: wire.ids,
    everyDays: CheckDays,
  }),
  response: z.object({
    done: z.array(z.string()),
    /** The versions after the check, by id of each in `done`. */
    versions: z.record(z.string(), z.int()),
    /** Records that aren't watched. */
    failed: z.array(z.string()),
    dueAt: wire.time,
  }),
})

/** Today is the current day in UTC. */
export const QaCounts = z.object({
  waiting: z.int(),
  watched: z.int(),
  publishedToday: z.int(),
  reviewedTodayByMe: z.int(),
  deletionsWaiting: z.int(),
  /** How many queued records are past the time promised for their review. */
  overdue: z.int(),
  /** Decisions of others that wait for a second review. */
  secondReviews: z.int(),
  /** Null when the queue is empty. */
  oldest: z.nullable(wire.time),
  bySource: z.array(wire.Slice),
})
export type QaCounts = z.output<typeof QaCounts>

export const getQaDashboard = route({
  method: 'GET',
  path: '/qa/getDashboard',
  summary: 'Count what is queued, how old it is, and what was done today, for threats and touts',
  access: 'qa:review',
  query: z.object({ company: wire.company, kind: z._default(z.enum(kinds), 'threat') }),
  response: QaCounts,
})

const optionQuery = z.object({
  company: wire.company,
  stage: z._default(z.enum(qaStages), 'queued'),
  kind: z._default(z.enum(kinds), 'threat'),
  threatSource: z.optional(wire.csvOf(everySourceName, sourceLabelOf)),
})
const options = z.array(wire.Option)

/** Options of the filters of the review lists. */
export const getQaSources = route({
  method: 'GET',
  path: '/qa/getQASources',
  summary: 'List the sources that occur in a stage',
  access: 'qa:review',
  query: optionQuery,
  response: options,
})
/** Options of the filters of the review lists; `threatSource` narrows them. */
export const getQaTypes = route({
  method: 'GET',
  path: '/qa/getQAThreatTypes',
  summary: 'List the threat types that occur in a stage',
  access: 'qa:review',
  query: optionQuery,
  response: options,
})
/** Options of the filters of the review lists; `threatSource` narrows them. */
export const getQaSeverities = route({
  method: 'GET',
  path: '/qa/getQASeverities',
  summary: 'List the severities that occur in a stage, most severe first',
  access: 'qa:review',
  query: optionQuery,
  response: options,
})
/** Options of the filters of the review lists, for sources that have addresses. */
export const getQaUrlSources = route({
  method: 'GET',
  path: '/qa/getQAUrlSources',
  summary: 'List where the addresses in a stage were found',
  access: 'qa:review',
  query: optionQuery,
  response: options,
})

export type { Severity }
