import type { ListedStage } from '../qa-kind.ts'
import { t } from '../words.ts'

/** What the list of each stage says when it is empty. */
export const emptyStages: Record<ListedStage, { title: () => string; text: () => string }> = {
  published: { title: () => t('nothingPublished'), text: () => t('publishedEmptyText') },
  watchlist: { title: () => t('watchlistEmpty'), text: () => t('watchlistEmptyText') },
  deletionPending: { title: () => t('noDeletionRequests'), text: () => t('deletionQueueEmptyText') },
  deleted: { title: () => t('nothingDeleted'), text: () => t('deletedEmptyText') },
}
