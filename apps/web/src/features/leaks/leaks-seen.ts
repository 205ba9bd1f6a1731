import { getLeaks } from '@signet/contract/leaks/leaks'
import { dayMs } from '@signet/contract/time'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keepSeen, seenUntil, type Seen } from '../../session/seen-until.ts'

const freshMs = 60_000
/** On the first visit, the last seven days count as new, as on the cards of the page. */
const leaksSeen = (company: string, userId: string): Seen => ({
  key: `signet.leaksSeen.${userId}.${company}`,
  firstVisitMs: 7 * dayMs,
})

/** The number of leaks added since the user last opened the page. */
export function newLeaksQuery(company: string, userId: string) {
  return queryOptions({
    queryKey: [company, 'leaks', 'figures', 'new', userId],
    queryFn: async ({ signal }) => {
      const fromDate = seenUntil(leaksSeen(company, userId))
      return (await call(getLeaks, { query: { company, dateType: 'added', fromDate, limit: 1 }, signal })).total
    },
    staleTime: freshMs,
  })
}

/** Marks all leaks up to now as seen. */
export function keepLeaksSeen(client: QueryClient, company: string, userId: string): void {
  keepSeen(leaksSeen(company, userId), new Date().toISOString(), client, newLeaksQuery(company, userId).queryKey)
}
