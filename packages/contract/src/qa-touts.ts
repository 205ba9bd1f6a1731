import * as z from 'zod/mini'
import {
  CorrectBody,
  QaListQuery,
  qaDetailShape,
  qaShape,
  StepBody,
  VersionBody,
  type QADetail,
  type QAThreat,
} from './qa.ts'
import { unionOf } from './records.ts'
import { route } from './route.ts'
import { sourcesOfTouts, type ToutSource } from './tout-sources.ts'
import { toutDetailShape, toutFilters } from './touts.ts'
import * as wire from './wire.ts'

/*
 * The review of touts: that of threats, for companies with the module.
 */

/** A tout under review. */
export type QATout = QAThreat<ToutSource>
export const QATout = unionOf<QATout>(sourcesOfTouts, qaShape)
/** A tout under review with everything known about it. */
export type QAToutDetail = QADetail<ToutSource>
export const QAToutDetail = unionOf<QAToutDetail>(sourcesOfTouts, { ...toutDetailShape, ...qaDetailShape })

const ListQuery = z.extend(QaListQuery, { threatSource: toutFilters.threatSource })

function toutList(path: `/${string}`, summary: string) {
  return route({
    method: 'GET',
    path,
    summary,
    access: 'qa:review',
    module: 'touts',
    query: ListQuery,
    response: wire.page(QATout),
  })
}
/** Claimed touts are listed too, with their assignee. */
export const listQueuedTouts = toutList('/qa/getQATouts', 'List the touts in the review queue')
/** `dueAt` says when each comes back to a reviewer. */
export const listWatchedTouts = toutList('/qa/getQAWatchlistTouts', 'List the touts on the watchlist')
/** `requestedBy`, `requestedAt` and `reason` say who asked and why. */
export const listToutDeletionQueue = toutList(
  '/qa/getQADeletionQueueTouts',
  'List the touts whose deletion needs approval by a second reviewer',
)
/** `deletedBy` and `deletedAt` say who approved and when. */
export const listDeletedTouts = toutList('/qa/getQADeletedTouts', 'List the deleted touts')

const one = { params: z.object({ toutId: wire.id }), query: wire.ofCompany }

/** 404 for a tout of another company. */
export const getQueuedTout = route({
  method: 'GET',
  path: '/qa/touts/{toutId}',
  summary: 'Get a tout in any stage of review with its indicators, evidence and history',
  access: 'qa:review',
  module: 'touts',
  ...one,
  response: QAToutDetail,
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
    response: QATout,
  })
}
/** Refused as `publishThreat`. */
export const publishTout = toutStep('/qa/touts/{toutId}/publish', 'Publish a tout to the client')
/** Refused as `publishThreat`. */
export const watchTout = toutStep('/qa/touts/{toutId}/watch', 'Move a tout to the watchlist')
/** Refused as `publishThreat`. */
export const unwatchTout = toutStep('/qa/touts/{toutId}/unwatch', 'Return a watched tout to the queue')
/** Refused as `requestDeletion`. */
export const requestToutDeletion = toutStep(
  '/qa/touts/{toutId}/requestDeletion',
  'Request the deletion of a tout by a second reviewer; requires a remark',
)
/** Refused as `publishThreat`. */
export const restoreTout = toutStep('/qa/touts/{toutId}/restore', 'Restore a deleted tout to the queue')

function deletionStep(path: `/${string}`, summary: string) {
  return route({
    method: 'POST',
    path,
    summary,
    access: 'qa:review',
    module: 'touts',
    ...one,
    body: VersionBody,
    response: QATout,
  })
}
/** Refused as `approveDeletion`. */
export const approveToutDeletion = deletionStep(
  '/qa/deletionQueueTouts/{toutId}/approve',
  'Approve a deletion requested by another reviewer',
)
/** A reviewer may refuse their own request. 409 when it has been decided. */
export const refuseToutDeletion = deletionStep(
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
  response: QATout,
})
