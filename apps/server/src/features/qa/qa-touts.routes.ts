import type * as contract from '@signet/contract/touts/qa-touts'
import type { ToutSource } from '@signet/contract/touts/tout-sources'
import type { Handler } from '../../app/handler.ts'
import { reviewHandlers } from './review/review-handlers.ts'

const touts = reviewHandlers<ToutSource>('tout')

export const listQueuedTouts: Handler<typeof contract.listQueuedTouts> = touts.list('queued')
export const listWatchedTouts: Handler<typeof contract.listWatchedTouts> = touts.list('watchlist')
export const listToutDeletionQueue: Handler<typeof contract.listToutDeletionQueue> = touts.list('deletionPending')
export const listDeletedTouts: Handler<typeof contract.listDeletedTouts> = touts.list('deleted')
export const listPublishedTouts: Handler<typeof contract.listPublishedTouts> = touts.list('published')
export const getQueuedTout: Handler<typeof contract.getQueuedTout> = touts.open
export const publishTout: Handler<typeof contract.publishTout> = touts.step('publish')
export const whitelistTout: Handler<typeof contract.whitelistTout> = touts.step('whitelist')
export const watchTout: Handler<typeof contract.watchTout> = touts.step('watch')
export const unwatchTout: Handler<typeof contract.unwatchTout> = touts.step('unwatch')
export const requestToutDeletion: Handler<typeof contract.requestToutDeletion> = touts.step('requestDeletion')
export const restoreTout: Handler<typeof contract.restoreTout> = touts.step('restore')
export const recallTout: Handler<typeof contract.recallTout> = touts.step('recall')
export const approveToutDeletion: Handler<typeof contract.approveToutDeletion> = touts.step('approveDeletion')
export const rejectToutDeletion: Handler<typeof contract.rejectToutDeletion> = touts.step('rejectDeletion')
export const correctTout: Handler<typeof contract.correctTout> = touts.correct
