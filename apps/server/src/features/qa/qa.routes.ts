import type * as contract from '@signet/contract/review/qa'
import type { ThreatSource } from '@signet/contract/threats/sources'
import type { Handler } from '../../app/handler.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { lockThreats, threatOptions } from '../threats/threats.queries.ts'
import { remarkOf, reviewHandlers } from './review/review-handlers.ts'
import { reviewScope, reviewThreats as reviewThreatsOf } from './review/review-threats.ts'
import { countSecondReviews } from './second/second-reviews.queries.ts'
import { putWatches } from './watches.queries.ts'
import { putLastSteps } from './review/last-steps.queries.ts'
import { raiseVersions, waitingByStage } from './review/review.queries.ts'
import { reviewedToday } from './reviewer-activity.queries.ts'
import { undoSteps as undoStepsOf } from './review/undo-steps.ts'

const threats = reviewHandlers<ThreatSource>('threat')

export const listQueued: Handler<typeof contract.listQueued> = threats.list('queued')
export const listWatched: Handler<typeof contract.listWatched> = threats.list('watchlist')
export const listDeletionQueue: Handler<typeof contract.listDeletionQueue> = threats.list('deletionPending')
export const listDeleted: Handler<typeof contract.listDeleted> = threats.list('deleted')
export const listPublished: Handler<typeof contract.listPublished> = threats.list('published')
export const getQueued: Handler<typeof contract.getQueued> = threats.open
export const publishThreat: Handler<typeof contract.publishThreat> = threats.step('publish')
export const whitelistThreat: Handler<typeof contract.whitelistThreat> = threats.step('whitelist')
export const watchThreat: Handler<typeof contract.watchThreat> = threats.step('watch')
export const unwatchThreat: Handler<typeof contract.unwatchThreat> = threats.step('unwatch')
export const requestDeletion: Handler<typeof contract.requestDeletion> = threats.step('requestDeletion')
export const restoreThreat: Handler<typeof contract.restoreThreat> = threats.step('restore')
export const recallThreat: Handler<typeof contract.recallThreat> = threats.step('recall')
export const approveDeletion: Handler<typeof contract.approveDeletion> = threats.step('approveDeletion')
export const rejectDeletion: Handler<typeof contract.rejectDeletion> = threats.step('rejectDeletion')
export const correctThreat: Handler<typeof contract.correctThreat> = threats.correct

export const reviewThreats: Handler<typeof contract.reviewThreats> = (context, { body }) => {
  const versions = new Map(Object.entries(body.versions ?? {}))
  return reviewThreatsOf(context, body.kind, [...new Set(body.ids)], body.action, remarkOf(body), { versions })
}

export const undoSteps: Handler<typeof contract.undoSteps> = (context, { body }) =>
  undoStepsOf(context, body.kind, [...new Set(body.ids)], new Map(Object.entries(body.versions)))

export const recheckWatched: Handler<typeof contract.recheckWatched> = async (context, { body }) => {
  const { tx, company, actor } = context
  const ids = [...new Set(body.ids)]
  const rows = await lockThreats(tx, reviewScope(context, body.kind, ['watchlist']), ids)
  const done = rows.map(({ id }) => id)
  await putLastSteps(tx, company.id, done, 'recheck', actor.userId)
  const dueAt = await putWatches(tx, company.id, done, { everyDays: body.everyDays, by: actor.name })
  const versions = await raiseVersions(tx, company.id, done)
  await recordAudit(
    context,
    done.map((targetId) => ({
      action: 'qa.recheck',
      targetType: 'threat',
      targetId,
      after: { everyDays: body.everyDays },
    })),
  )
  return { done, versions, failed: ids.filter((id) => !done.includes(id)), dueAt: dueAt.toISOString() }
}

export const getQaDashboard: Handler<typeof contract.getQaDashboard> = async (context, { query }) => {
  const { tx, company, actor } = context
  const waiting = reviewScope(context, query.kind, ['queued'])
  const stages = await waitingByStage(tx, company.id, query.kind)
  const today = await reviewedToday(tx, company.id, actor.userId)
  const bySource = await threatOptions(tx, waiting, 'source', {})
  return {
    waiting: stages.queued,
    watched: stages.watchlist,
    deletionsWaiting: stages.deletionPending,
    overdue: stages.overdue,
    secondReviews: query.kind === 'threat' ? await countSecondReviews(tx, company.id, actor.userId) : 0,
    publishedToday: today.published,
    reviewedTodayByMe: today.mine,
    oldest: stages.oldest?.toISOString() ?? null,
    bySource: bySource.map(({ value, label, count }) => ({ key: value, label, count: count ?? 0 })),
  }
}

function optionsOf(column: 'source' | 'type' | 'severity' | 'urlSource'): Handler<typeof contract.getQaSources> {
  return (context, { query }) =>
    threatOptions(context.tx, reviewScope(context, query.kind, [query.stage]), column, {
      threatSource: query.threatSource,
    })
}
export const getQaSources = optionsOf('source')
export const getQaTypes = optionsOf('type')
export const getQaSeverities = optionsOf('severity')
export const getQaUrlSources = optionsOf('urlSource')
