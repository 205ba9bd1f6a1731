import { queryOptions } from '@tanstack/react-query'
import { dayMs, minuteMs } from '@signet/contract/time'

/*
 * Until when somebody has read What's New: kept on this device, for each person. The sidebar asks how much is newer, the page
 * moves the mark.
 */

const seenKey = (userId: string) => `signet.whatsNew.${userId}`
const freshMs = 10 * minuteMs
/** To somebody who never opened the page the last month is new, not everything there ever was. */
const firstVisitMs = 30 * dayMs

/** Up to which publication time somebody has read What's New here, ISO 8601. */
export function seenUntil(userId: string, now = Date.now()): string {
  return localStorage.getItem(seenKey(userId)) ?? new Date(now - firstVisitMs).toISOString()
}

/** Keeps that everything up to a publication time is read. */
export function keepWhatsNewSeen(userId: string, publishedAt: string): void {
  if (publishedAt > seenUntil(userId)) localStorage.setItem(seenKey(userId), publishedAt)
}

/**
 * How many entries of What's New somebody has not read: the dot in the sidebar. The page sets it to 0. The contract of news is
 * loaded only when the call is made, so that it is no part of the first load.
 */
export function unreadWhatsNewQuery(company: string, userId: string) {
  return queryOptions({
    queryKey: [company, 'whatsNew', 'unread', userId],
    queryFn: async ({ signal }) => {
      const [{ getWhatsNew }, { call }] = await Promise.all([
        import('@signet/contract/news'),
        import('../../api/call.ts'),
      ])
      const seen = seenUntil(userId)
      return (await call(getWhatsNew, { query: { company }, signal })).filter(({ publishedAt }) => publishedAt > seen)
        .length
    },
    staleTime: freshMs,
  })
}
