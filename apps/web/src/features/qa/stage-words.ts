import { t } from './words.ts'
import type { QaStage } from '@signet/contract/qa'

/** The name of each stage and the text of its empty screen. */
export const stageWords: Record<QaStage, { label: () => string; emptyTitle: () => string; emptyText: () => string }> = {
  queued: {
    label: () => t('waiting'),
    emptyTitle: () => t('allReviewed'),
    emptyText: () => t('nothingWaitsForReview'),
  },
  published: {
    label: () => t('published'),
    emptyTitle: () => t('nothingPublished'),
    emptyText: () => t('whatIsPublished'),
  },
  watchlist: {
    label: () => t('onTheWatchlist'),
    emptyTitle: () => t('nothingIsWatched'),
    emptyText: () => t('whatMayTurnBadAppears'),
  },
  deletionPending: {
    label: () => t('deletionAskedFor'),
    emptyTitle: () => t('noDeletionWaits'),
    emptyText: () => t('deletionAppearsHereWhen'),
  },
  merged: {
    label: () => t('merged'),
    emptyTitle: () => t('nothingIsMerged'),
    emptyText: () => t('duplicatesAreFoundBeside'),
  },
  deleted: {
    label: () => t('deleted'),
    emptyTitle: () => t('nothingIsDeleted'),
    emptyText: () => t('whatWasDeletedAppears'),
  },
}
