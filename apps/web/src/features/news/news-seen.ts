import { queryOptions } from '@tanstack/react-query'
import { dayMs, minuteMs } from '@signet/contract/time'
import { seenUntil, type Seen } from '../../session/seen-until.ts'

const freshMs = 10 * minuteMs
/** On the first visit, the last 30 days count as new instead of everything. */
const firstVisitMs = 30 * dayMs
/** Unread news items are counted exactly only up to this number. */
const countedMax = 100

export const newsSeen = (company: string, userId: string): Seen => ({
  key: `signet.newsSeen.${userId}.${company}`,
  firstVisitMs,
})
export const whatsNewSeen = (userId: string): Seen => ({ key: `signet.whatsNew.${userId}`, firstVisitMs })

/** Loaded only for these calls, so that the news contract isn't part of the initial load. */
const newsContract = () => Promise.all([import('@signet/contract/messages/news'), import('../../api/call.ts')])

/** The number of news items published since the user's last visit. */
export function unreadNewsQuery(company: string, userId: string) {
  return queryOptions({
    queryKey: [company, 'news', 'unread', userId],
    queryFn: async ({ signal }) => {
      const [{ listNews }, { call }] = await newsContract()
      const { items } = await call(listNews, { query: { company, limit: countedMax }, signal })
      return countAfter(seenUntil(newsSeen(company, userId)), items)
    },
    staleTime: freshMs,
  })
}

/** The number of unread entries of What's New, for the dot in the sidebar. */
export function unreadWhatsNewQuery(company: string, userId: string) {
  return queryOptions({
    queryKey: [company, 'whatsNew', 'unread', userId],
    queryFn: async ({ signal }) => {
      const [{ getWhatsNew }, { call }] = await newsContract()
      return countAfter(seenUntil(whatsNewSeen(userId)), await call(getWhatsNew, { query: { company }, signal }))
    },
    staleTime: freshMs,
  })
}

const countAfter = (seen: string, items: readonly { publishedAt: string }[]) =>
  items.filter(({ publishedAt }) => publishedAt > seen).length
