import { getQaDashboard } from '@signet/contract/review/qa'
import type { Kind } from '@signet/contract/threats/sources'
import { call } from '../../api/call.ts'
import { badgeQuery, type Badge } from '../../navigation/badge.ts'

/** The counts of the review that the menu shows. */
export type BadgeCount = 'waiting' | 'watched' | 'deletionsWaiting'

/** The key of a count in the menu, without the company. It lies below the option lists of the review, so every review step reloads it. */
export const badgeKey = (kind: Kind, of: BadgeCount) => ['qa', 'options', 'badge', kind, of] as const

const reviewBadge = (path: string, kind: Kind, of: BadgeCount): Badge => ({
  path,
  kind: 'open',
  query: (company) =>
    badgeQuery(
      company,
      badgeKey(kind, of),
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
