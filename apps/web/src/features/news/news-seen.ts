import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { dayMs, minuteMs } from '@signet/contract/time'

/*
 * Up to when a user has read the news of a company, stored in this browser. The sidebar shows how many items are newer. The page marks
 * them and updates the time.
 */

const seenKey = (company: string, userId: string) => `signet.newsSeen.${userId}.${company}`
const freshMs = 10 * minuteMs
/** For users who have never opened the page, the last 30 days count as new instead of all news. */
const firstVisitMs = 30 * dayMs
/** Unread news items are counted exactly only up to this number. */
const countedMax = 100

/** The publication time up to which a user has read the news of a company in this browser, ISO 8601. */
export function newsSeenUntil(company: string, userId: string, now = Date.now()): string {
  return localStorage.getItem(seenKey(company, userId)) ?? new Date(now - firstVisitMs).toISOString()
}

/** The number of news items published since the user's last visit. The news contract isn't part of the initial load. */
export function unreadNewsQuery(company: string, userId: string) {
  return queryOptions({
    queryKey: [company, 'news', 'unread', userId],
    queryFn: async ({ signal }) => {
      const [{ listNews }, { call }] = await Promise.all([
        import('@signet/contract/news/news'),
        import('../../api/call.ts'),
      ])
      const seen = newsSeenUntil(company, userId)
      const { items } = await call(listNews, { query: { company, limit: countedMax }, signal })
      return items.filter(({ publishedAt }) => publishedAt > seen).length
    },
    staleTime: freshMs,
  })
}

/** Marks everything up to a publication time as read. */
export function keepNewsSeen(client: QueryClient, company: string, userId: string, publishedAt: string): void {
  if (publishedAt > newsSeenUntil(company, userId)) localStorage.setItem(seenKey(company, userId), publishedAt)
  const { queryKey } = unreadNewsQuery(company, userId)
  // A response still in progress is based on the previous time.
  void client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, 0)
}
