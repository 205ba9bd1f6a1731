import { t } from './words.ts'
import type { QaStage } from '@signet/contract/review/qa'

/** The name of each stage. */
export const stageNames: Record<QaStage, () => string> = {
  queued: () => t('waiting'),
  published: () => t('published'),
  watchlist: () => t('onTheWatchlist'),
  deletionPending: () => t('deletionRequested'),
  merged: () => t('merged'),
  deleted: () => t('deleted'),
}
