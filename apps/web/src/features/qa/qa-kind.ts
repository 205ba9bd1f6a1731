import {
  approveDeletion,
  correctThreat,
  getQueued,
  listDeleted,
  listDeletionQueue,
  listPublished,
  listQueued,
  listWatched,
  publishThreat,
  recallThreat,
  rejectDeletion,
  requestDeletion,
  restoreThreat,
  unwatchThreat,
  watchThreat,
  whitelistThreat,
  type QaDetail,
  type QaThreat,
} from '@signet/contract/review/qa'
import { mergeThreat, mergeTout, unmergeThreat, unmergeTout } from '@signet/contract/review/qa-merge'
import {
  approveToutDeletion,
  correctTout,
  getQueuedTout,
  listDeletedTouts,
  listPublishedTouts,
  listQueuedTouts,
  listToutDeletionQueue,
  listWatchedTouts,
  publishTout,
  recallTout,
  rejectToutDeletion,
  requestToutDeletion,
  restoreTout,
  unwatchTout,
  watchTout,
  whitelistTout,
} from '@signet/contract/touts/qa-touts'
import type { AnySource, Kind } from '@signet/contract/threats/sources'
import { t } from './words.ts'

/* Threats and touts share the review. This file contains the differences between them: calls and texts. */

const threatRoutes = {
  list: {
    queued: listQueued,
    watchlist: listWatched,
    deletionPending: listDeletionQueue,
    deleted: listDeleted,
    published: listPublished,
  },
  open: getQueued,
  correct: correctThreat,
  merge: mergeThreat,
  unmerge: unmergeThreat,
  step: {
    publish: publishThreat,
    whitelist: whitelistThreat,
    watch: watchThreat,
    unwatch: unwatchThreat,
    requestDeletion,
    restore: restoreThreat,
    recall: recallThreat,
    approve: approveDeletion,
    reject: rejectDeletion,
  },
} as const

const toutRoutes = {
  list: {
    queued: listQueuedTouts,
    watchlist: listWatchedTouts,
    deletionPending: listToutDeletionQueue,
    deleted: listDeletedTouts,
    published: listPublishedTouts,
  },
  open: getQueuedTout,
  correct: correctTout,
  merge: mergeTout,
  unmerge: unmergeTout,
  step: {
    publish: publishTout,
    whitelist: whitelistTout,
    watch: watchTout,
    unwatch: unwatchTout,
    requestDeletion: requestToutDeletion,
    restore: restoreTout,
    recall: recallTout,
    approve: approveToutDeletion,
    reject: rejectToutDeletion,
  },
} as const

/** The stages after the queue that have their own list. */
export type ListedStage = 'watchlist' | 'deletionPending' | 'deleted' | 'published'

/** What taking a merge apart needs to know of the duplicate. */
export type Unmerged = Pick<QaRecord, 'id' | 'version' | 'source' | 'title'>

/** A threat or a tout under review. */
export type QaRecord = QaThreat<AnySource>
export type QaRecordDetail = QaDetail<AnySource>

/** The calls of a kind. Those of touts have the same parameters and responses as those of threats, except for the sources and the id. */
export const routesOf = { threat: threatRoutes, tout: toutRoutes } as const satisfies Record<Kind, object>

/** The path parameters of a call on one record. The route of each kind uses only its own name of the id. */
export const paramsOf = (id: string) => ({ threatId: id, toutId: id })

/** The paths of the lists of a kind. */
export const pathsOf = {
  threat: {
    queued: '/QA/dashboard',
    watchlist: '/QA/watchlist',
    deleted: '/QA/deleted',
    published: '/QA/dashboard/published',
  },
  tout: {
    queued: '/QA/touts',
    watchlist: '/QA/toutsWatchlist',
    deleted: '/QA/toutsDeleted',
    published: '/QA/touts/published',
  },
} as const satisfies Record<Kind, object>

/** The labels of the screens by kind. */
export const kindWords = {
  threat: {
    review: () => t('threatsToReview'),
    one: () => t('threat'),
    filter: () => t('filterThreats'),
    search: () => t('searchThreats'),
    selected: () => t('selectedThreats'),
    noMatch: () => t('noThreatsMatch'),
  },
  tout: {
    review: () => t('toutsToReview'),
    one: () => t('tout'),
    filter: () => t('filterTouts'),
    search: () => t('searchTouts'),
    selected: () => t('selectedTouts'),
    noMatch: () => t('noToutsMatch'),
  },
} as const satisfies Record<Kind, object>

/** A number of records of a kind as text: `3 threats`. */
export function countText(kind: Kind, count: number): string {
  return kind === 'tout' ? t('toutsCount', { count }) : t('threatsCount', { count })
}

/** The title of the list of a stage. */
export function stageTitle(kind: Kind, stage: ListedStage): string {
  const titles = {
    threat: {
      watchlist: t('threatWatchlist'),
      deletionPending: t('deletionQueue'),
      deleted: t('deletedThreats'),
      published: t('publishedThreats'),
    },
    tout: {
      watchlist: t('toutWatchlist'),
      deletionPending: t('deletionQueue'),
      deleted: t('deletedTouts'),
      published: t('publishedTouts'),
    },
  } as const
  return titles[kind][stage]
}
