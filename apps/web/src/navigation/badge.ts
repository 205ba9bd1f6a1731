import { minuteMs } from '@signet/contract/time'
import { queryOptions, type UseQueryOptions } from '@tanstack/react-query'
import type { LiveType } from '../api/live.ts'

/** The number next to a menu entry. A feature defines those of its entries in its `badge.ts`. The sidebar hides zeros. */
export interface Badge {
  /** The path of the menu entry. */
  path: string
  /** What is counted: open records, those that wait for the reader, those added since the last visit, or (as a dot) unread ones. */
  kind: 'open' | 'waiting' | 'new' | 'unread'
  /** The query key must begin with the company. */
  query: (company: string, userId: string) => UseQueryOptions<number, Error, number, string[]>
  /** The events that make the number outdated; omitted if the page updates it. */
  changedBy?: readonly LiveType[]
}

/** A count for a badge. It may be up to a minute old; a decision reloads it. */
export function badgeQuery(
  company: string,
  key: readonly string[],
  read: (signal: AbortSignal) => Promise<number>,
): UseQueryOptions<number, Error, number, string[]> {
  return queryOptions({ queryKey: [company, ...key], queryFn: ({ signal }) => read(signal), staleTime: minuteMs })
}
