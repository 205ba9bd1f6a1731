import * as z from 'zod/mini'
import {
  CorrectBody,
  QaListQuery,
  qaDetailShape,
  qaShape,
  StepBody,
  VersionBody,
  type QaDetail,
  type QaThreat,
} from '../review/qa.ts'
import { detailShape, unionOf } from '../threats/records.ts'
import { route } from '../route.ts'
import { sourcesOfTouts, type ToutSource } from './tout-sources.ts'
import { toutFilters } from './touts.ts'
import * as wire from '../wire.ts'

/* The review of touts: the same as for threats, in companies with the module. */

/** A tout under review. */
export type QaTout = QaThreat<ToutSource>
export const QaTout = unionOf<QaTout>(sourcesOfTouts, qaShape)
/** A tout under review with everything known about it. */
export type QaToutDetail = QaDetail<ToutSource>
export const QaToutDetail = unionOf<QaToutDetail>(sourcesOfTouts, { ...detailShape, ...qaDetailShape })

const ListQuery = z.extend(QaListQuery, { threatSource: toutFilters.threatSource })

function toutList(path: `/${string}`, summary: string) {
  return route({
    method: 'GET',
    path,
    summary,
    access: 'qa:review',
    module: 'touts',
    query: ListQuery,
    response: wire.page(QaTout),
  })
}
/** Claimed touts are listed too, with their assignee. */
export const listQueuedTouts = toutList('/qa/getQATouts', 'List the touts in the review queue')
/** `dueAt` is when each is due for another review. */
export const listWatchedTouts = toutList('/qa/getQAWatchlistTouts', 'List the touts on the watchlist')
/** `requestedBy`, `requestedAt` and `reason` describe the deletion request. */
export const listToutDeletionQueue = toutList(
  '/qa/getQADeletionQueueTouts',
  'List the touts whose deletion needs approval by a second reviewer',
)
/** `deletedBy` and `deletedAt` describe the approval. */
export const listDeletedTouts = toutList('/qa/getQADeletedTouts', 'List the deleted touts')
/** Those that a reviewer can recall, among others. */
export const listPublishedTouts = toutList('/qa/getQAPublishedTouts', 'List the published touts')

const one = { params: z.object({ toutId: wire.id }), query: wire.ofCompany }

/** 404 for a tout of another company. */
export const getQueuedTout = route({
  method: 'GET',
  path: '/qa/touts/{toutId}',
  summary: 'Get a tout in any stage of review with its indicators, evidence and history',
  access: 'qa:review',
  module: 'touts',
  ...one,
  response: QaToutDetail,
})

function toutStep(path: `/${string}`, summary: string) {
  return route({
    method: 'POST',
    path,
    summary,
    access: 'qa:review',
    module: 'touts',
    ...one,
    body: StepBody,
    response: QaTout,
  })
}
/** Fails under the same conditions as `publishThreat`. */
export const publishTout = toutStep('/qa/touts/{toutId}/publish', 'Publish a tout to the client')
/** Fails under the same conditions as `whitelistThreat`. */
export const whitelistTout = toutStep('/qa/touts/{toutId}/whitelist', 'Whitelist a queued tout; requires a remark')
/** Fails under the same conditions as `publishThreat`. */
export const watchTout = toutStep('/qa/touts/{toutId}/watch', 'Move a tout to the watchlist')
/** Fails under the same conditions as `publishThreat`. */
export const unwatchTout = toutStep('/qa/touts/{toutId}/unwatch', 'Return a watched tout to the queue')
/** Fails under the same conditions as `requestDeletion`. */
export const requestToutDeletion = toutStep(
  '/qa/touts/{toutId}/requestDeletion',
  'Request the deletion of a tout by a second reviewer; requires a remark',
)
/** Fails under the same conditions as `publishThreat`. */
export const restoreTout = toutStep('/qa/touts/{toutId}/restore', 'Restore a deleted tout to the queue')
/** Fails under the same conditions as `recallThreat`. */
export const recallTout = toutStep('/qa/touts/{toutId}/recall', 'Take a published tout back into the queue')

function deletionStep(path: `/${string}`, summary: string) {
  return route({
    method: 'POST',
    path,
    summary,
    access: 'qa:review',
    module: 'touts',
    ...one,
    body: VersionBody,
    response: QaTout,
  })
}
/** Fails under the same conditions as `approveDeletion`. */
export const approveToutDeletion = deletionStep(
  '/qa/deletionQueueTouts/{toutId}/approve',
  'Approve a deletion requested by another reviewer',
)
/** Reviewers may reject their own request. 409 when it has already been decided. */
export const rejectToutDeletion = deletionStep(
  '/qa/deletionQueueTouts/{toutId}/refuse',
  'Reject a deletion and return the tout to the queue',
)

/** 409 when `version` is stale; 400 for a type the source does not have. */
export const correctTout = route({
  method: 'PATCH',
  path: '/qa/touts/{toutId}',
  summary: 'Correct the severity, type or category before publishing',
  access: 'qa:review',
  module: 'touts',
  ...one,
  body: CorrectBody,
  response: QaTout,
})
