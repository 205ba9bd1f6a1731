import { queryOptions } from '@tanstack/react-query'
import { dayMs, minuteMs } from '@signet/contract/time'

/*
 * Up to when a user has read What's New, stored in this browser. The sidebar shows whether there are newer entries, and opening the page
 * updates the time.
 */

const seenKey = (userId: string) => `signet.whatsNew.${userId}`
const freshMs = 10 * minuteMs
/** For users who have never opened the page, the last 30 days count as new instead of all entries. */
const firstVisitMs = 30 * dayMs

/** The publication time up to which a user has read What's New in this browser, ISO 8601. */
export function seenUntil(userId: string, now = Date.now()): string {
  return localStorage.getItem(seenKey(userId)) ?? new Date(now - firstVisitMs).toISOString()
}

/** Marks everything up to a publication time as read. */
export function keepWhatsNewSeen(userId: string, publishedAt: string): void {
  if (publishedAt > seenUntil(userId)) localStorage.setItem(seenKey(userId), publishedAt)
}

/**
 * The number of unread entries of What's New, for the dot in the sidebar. The page sets it to 0. The news contract is loaded only for this
 * call, so that it isn't part of the initial load.
 */
export function unreadWhatsNewQuery(company: string, userId: string) {
  return queryOptions({
    queryKey: [company, 'whatsNew', 'unread', userId],
    queryFn: async ({ signal }) => {
      const [{ getWhatsNew }, { call }] = await Promise.all([
        import('@signet/contract/news/news'),
        import('../../../api/call.ts'),
      ])
      const seen = seenUntil(userId)
      return (await call(getWhatsNew, { query: { company }, signal })).filter(({ publishedAt }) => publishedAt > seen)
        .length
    },
    staleTime: freshMs,
  })
}
