import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Up to when a user has seen a list, stored in this browser under `key`. Before the first visit, the last `firstVisitMs` count as new. */
export interface Seen {
  key: string
  firstVisitMs: number
}

/** The time after which entries are new to the user, ISO 8601. */
export function seenUntil({ key, firstVisitMs }: Seen): string {
  return localStorage.getItem(key) ?? new Date(Date.now() - firstVisitMs).toISOString()
}

/** Marks everything up to a time as seen. The number of new entries, which the sidebar shows, becomes 0. */
export function keepSeen(seen: Seen, until: string, client: QueryClient, countKey: QueryKey): void {
  if (until > seenUntil(seen)) localStorage.setItem(seen.key, until)
  // A response still in progress is based on the previous time.
  void client.cancelQueries({ queryKey: countKey })
  client.setQueryData(countKey, 0)
}
