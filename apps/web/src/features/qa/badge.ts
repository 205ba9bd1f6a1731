import { getQaDashboard } from '@signet/contract/review/qa'
import type { Kind } from '@signet/contract/threats/sources'
import { call } from '../../api/call.ts'
import { badgeQuery, type Badge } from '../../navigation/badge.ts'

const reviewBadge = (path: string, kind: Kind, of: 'waiting' | 'watched' | 'deletionsWaiting'): Badge => ({
  path,
  kind: 'open',
  query: (company) =>
    // The key lies below the option lists of the review, so every review step reloads it.
    badgeQuery(
      company,
      ['qa', 'options', 'badge', kind, of],
      async (signal) => (await call(getQaDashboard, { query: { company, kind }, signal }))[of],
    ),
  changedBy: ['review.changed'],
})

export const badges: readonly Badge[] = [
  reviewBadge('/QA/dashboard', 'threat', 'waiting'),
  reviewBadge('/QA/watchlist', 'threat', 'watched'),
  reviewBadge('/QA/touts', 'tout', 'waiting'),
  reviewBadge('/QA/toutsWatchlist', 'tout', 'watched'),
  reviewBadge('/QA/deletionQueue', 'threat', 'deletionsWaiting'),
]
