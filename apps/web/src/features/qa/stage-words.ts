import type { QaStage } from '@signet/contract/qa'

/** What each stage is called, and what stands on its empty screen. */
export const stageWords: Record<QaStage, { label: string; emptyTitle: string; emptyText: string }> = {
  queued: { label: 'Waiting', emptyTitle: 'All reviewed', emptyText: 'Nothing waits for review.' },
  published: {
    label: 'Published',
    emptyTitle: 'Nothing published',
    emptyText: 'Published threats are with the client.',
  },
  watchlist: {
    label: 'On the watchlist',
    emptyTitle: 'Nothing is watched',
    emptyText: 'Threats that may turn bad appear here when a reviewer moves them to the watchlist.',
  },
  deletionPending: {
    label: 'Deletion asked for',
    emptyTitle: 'No deletion waits',
    emptyText: 'A deletion appears here when a reviewer asks for it; another one decides.',
  },
  deleted: {
    label: 'Deleted',
    emptyTitle: 'Nothing is deleted',
    emptyText: 'Threats appear here after a second reviewer has approved their deletion.',
  },
}
