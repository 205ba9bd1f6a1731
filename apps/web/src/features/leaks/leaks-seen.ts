import { getLeaks } from '@signet/contract/leaks/leaks'
import { dayMs } from '@signet/contract/time'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/*
 * When a user last opened the leaks page of a company, stored in this browser. The sidebar shows how many leaks were added since, and
 * opening the page updates the time.
 */

const seenKey = (company: string, userId: string) => `signet.leaksSeen.${userId}.${company}`
const freshMs = 60_000
/** For users who have never opened the page, the last seven days count as new, as on the cards of the page. */
const firstVisitMs = 7 * dayMs

/** The time after which leaks are new to a user, ISO 8601. */
export function leaksSeenUntil(company: string, userId: string, now = Date.now()): string {
  return localStorage.getItem(seenKey(company, userId)) ?? new Date(now - firstVisitMs).toISOString()
}

/** The number of leaks added since the user last opened the page. */
export function newLeaksQuery(company: string, userId: string) {
  return queryOptions({
    queryKey: [company, 'leaks', 'figures', 'new', userId],
    queryFn: async ({ signal }) => {
      const query = { company, dateType: 'added', fromDate: leaksSeenUntil(company, userId), limit: 1 } as const
      return (await call(getLeaks, { query, signal })).total
    },
    staleTime: freshMs,
  })
}

/** Marks all leaks up to now as seen. */
export function keepLeaksSeen(client: QueryClient, company: string, userId: string): void {
  localStorage.setItem(seenKey(company, userId), new Date().toISOString())
  const { queryKey } = newLeaksQuery(company, userId)
  // A response still in progress is based on the previous time.
  void client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, 0)
}
