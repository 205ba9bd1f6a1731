import { minuteMs } from '@signet/contract/time'
import { queryOptions, type UseQueryOptions } from '@tanstack/react-query'
import type { LiveType } from '../api/live.ts'

/** The number at a menu entry. A feature says those of its entries in its `badge.ts`; the sidebar shows none for zero. */
export interface Badge {
  /** Of the menu entry. */
  path: string
  /** What is counted: what is open, what came since the last visit, or (as a dot) what was not read. */
  kind: 'open' | 'new' | 'unread'
  /** The first part of the query's key is the company. */
  query: (company: string, userId: string) => UseQueryOptions<number, Error, number, string[]>
  /** The events that make the number old; nothing where the page itself keeps it. */
  changedBy?: readonly LiveType[]
}

/** A count for a badge. It may be a minute old; a decision reads it again. */
export function badgeQuery(
  company: string,
  key: readonly string[],
  read: (signal: AbortSignal) => Promise<number>,
): UseQueryOptions<number, Error, number, string[]> {
  return queryOptions({ queryKey: [company, ...key], queryFn: ({ signal }) => read(signal), staleTime: minuteMs })
}
