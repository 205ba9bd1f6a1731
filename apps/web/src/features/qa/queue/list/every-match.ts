import type { Kind } from '@signet/contract/threats/sources'
import type { QueryClient } from '@tanstack/react-query'
import { reviewLimit, reviewQuery } from '../../qa.api.ts'
import type { QaRecord } from '../../qa-kind.ts'
import type { ReviewSearch } from '../../review-search.ts'

/** Most records that are selected at once. */
export const matchesMax = 2000

/** The first `count` records of the queue with these filters, in the order of the list. */
export async function everyMatch(
  client: QueryClient,
  company: string,
  kind: Kind,
  search: ReviewSearch,
  count: number,
): Promise<QaRecord[]> {
  const pages = Array.from({ length: Math.ceil(count / reviewLimit) }, (_, index) => index + 1)
  const found = new Map<string, QaRecord>()
  for (const pageNumber of pages) {
    const { items } = await client.fetchQuery({ ...reviewQuery(company, kind, search, pageNumber), staleTime: 0 })
    for (const item of items) found.set(item.id, item)
  }
  return [...found.values()].slice(0, count)
}
