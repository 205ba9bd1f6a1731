import { t } from './words.ts'
import type { QaStage } from '@signet/contract/review/qa'

/** The name of each stage and the text of its empty state. */
export const stageWords: Record<QaStage, { label: () => string; emptyTitle: () => string; emptyText: () => string }> = {
  queued: {
    label: () => t('waiting'),
    emptyTitle: () => t('allReviewed'),
    emptyText: () => t('nothingToReview'),
  },
  published: {
    label: () => t('published'),
    emptyTitle: () => t('nothingPublished'),
    emptyText: () => t('publishedEmptyText'),
  },
  watchlist: {
    label: () => t('onTheWatchlist'),
    emptyTitle: () => t('watchlistEmpty'),
    emptyText: () => t('watchlistEmptyText'),
  },
  deletionPending: {
    label: () => t('deletionRequested'),
    emptyTitle: () => t('noDeletionRequests'),
    emptyText: () => t('deletionQueueEmptyText'),
  },
  merged: {
    label: () => t('merged'),
    emptyTitle: () => t('nothingMerged'),
    emptyText: () => t('mergedEmptyText'),
  },
  deleted: {
    label: () => t('deleted'),
    emptyTitle: () => t('nothingDeleted'),
    emptyText: () => t('deletedEmptyText'),
  },
}
