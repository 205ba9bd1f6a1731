import { getNews, getWhatsNew, listNews, type NewsItem, type WhatsNewItem } from '@signet/contract/messages/news'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** How many cards are loaded at first and with each further step. The server returns at most 200 at once. */
export const newsStep = 40
export const newsMax = 200

/** The newest news items that match the search text, among all or only the saved ones. */
export function newsQuery(company: string, { q, isSaved }: { q: string | undefined; isSaved: boolean }, count: number) {
  return queryOptions({
    queryKey: [company, 'news', 'list', q ?? '', isSaved, count],
    queryFn: ({ signal }) =>
      call(listNews, { query: { company, searchQuery: q, limit: count, ...(isSaved ? { saved: true } : {}) }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** One news item, for links to items that aren't among the cards. */
export function newsItemQuery(company: string, newsId: string) {
  return queryOptions({
    queryKey: [company, 'news', 'item', newsId],
    queryFn: ({ signal }) => call(getNews, { params: { newsId }, query: { company }, signal }),
  })
}

/** The changes to the product, newest first, at most 200 entries. */
export function whatsNewQuery(company: string) {
  return queryOptions({
    queryKey: [company, 'whatsNew', 'list'],
    queryFn: ({ signal }) => call(getWhatsNew, { query: { company }, signal }),
  })
}

export type { NewsItem, WhatsNewItem }
