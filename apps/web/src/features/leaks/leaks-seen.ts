import { getLeaks } from '@signet/contract/leaks'
import { dayMs } from '@signet/contract/time'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/*
 * When somebody last looked at the leaks of a company: kept on this device. The sidebar says how many were added since, the page
 * moves the mark.
 */

const seenKey = (company: string, userId: string) => `signet.leaksSeen.${userId}.${company}`
const freshMs = 60_000
/** To somebody who never opened the page the last week is new, as the cards of the page have it. */
const firstVisitMs = 7 * dayMs

/** Since when leaks are new to somebody, ISO 8601. */
export function leaksSeenUntil(company: string, userId: string, now = Date.now()): string {
  return localStorage.getItem(seenKey(company, userId)) ?? new Date(now - firstVisitMs).toISOString()
}

/** How many leaks were added since somebody last looked. */
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

/** Keeps that everything up to now was looked at. */
export function keepLeaksSeen(client: QueryClient, company: string, userId: string): void {
  localStorage.setItem(seenKey(company, userId), new Date().toISOString())
  const { queryKey } = newLeaksQuery(company, userId)
  // An answer on its way was asked for with the mark before.
  void client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, 0)
}
