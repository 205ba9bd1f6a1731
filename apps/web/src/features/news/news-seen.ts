import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { dayMs, minuteMs } from '@signet/contract/time'

/*
 * Until when somebody has read the news of a company: kept on this device. The sidebar says how many came since, the page marks
 * them and moves the mark.
 */

const seenKey = (company: string, userId: string) => `signet.newsSeen.${userId}.${company}`
const freshMs = 10 * minuteMs
/** To somebody who never opened the page the last month is new, not everything there ever was. */
const firstVisitMs = 30 * dayMs
/** More than these are not counted one by one. */
const countedMax = 100

/** Up to which publication time somebody has read the news of a company here, ISO 8601. */
export function newsSeenUntil(company: string, userId: string, now = Date.now()): string {
  return localStorage.getItem(seenKey(company, userId)) ?? new Date(now - firstVisitMs).toISOString()
}

/** How many pieces of news came since somebody last looked. The contract of news is no part of the first load. */
export function unreadNewsQuery(company: string, userId: string) {
  return queryOptions({
    queryKey: [company, 'news', 'unread', userId],
    queryFn: async ({ signal }) => {
      const [{ listNews }, { call }] = await Promise.all([import('@signet/contract/news'), import('../../api/call.ts')])
      const seen = newsSeenUntil(company, userId)
      const { items } = await call(listNews, { query: { company, limit: countedMax }, signal })
      return items.filter(({ publishedAt }) => publishedAt > seen).length
    },
    staleTime: freshMs,
  })
}

/** Keeps that everything up to a publication time is read. */
export function keepNewsSeen(client: QueryClient, company: string, userId: string, publishedAt: string): void {
  if (publishedAt > newsSeenUntil(company, userId)) localStorage.setItem(seenKey(company, userId), publishedAt)
  const { queryKey } = unreadNewsQuery(company, userId)
  // An answer on its way was asked for with the mark before.
  void client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, 0)
}
