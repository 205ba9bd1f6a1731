import { msg, type Marked } from '../../words/words.ts'
import type { QaStage } from '@signet/contract/qa'

/** What each stage is called, and what stands on its empty screen. */
export const stageWords: Record<QaStage, { label: Marked; emptyTitle: Marked; emptyText: Marked }> = {
  queued: { label: msg('Waiting'), emptyTitle: msg('All reviewed'), emptyText: msg('Nothing waits for review.') },
  published: {
    label: msg('Published'),
    emptyTitle: msg('Nothing published'),
    emptyText: msg('What is published is with the client.'),
  },
  watchlist: {
    label: msg('On the watchlist'),
    emptyTitle: msg('Nothing is watched'),
    emptyText: msg('What may turn bad appears here when a reviewer moves it to the watchlist.'),
  },
  deletionPending: {
    label: msg('Deletion asked for'),
    emptyTitle: msg('No deletion waits'),
    emptyText: msg('A deletion appears here when a reviewer asks for it; another one decides.'),
  },
  merged: {
    label: msg('Merged'),
    emptyTitle: msg('Nothing is merged'),
    emptyText: msg('Duplicates are found beside what they were merged into.'),
  },
  deleted: {
    label: msg('Deleted'),
    emptyTitle: msg('Nothing is deleted'),
    emptyText: msg('What was deleted appears here after a second reviewer has approved it.'),
  },
}
