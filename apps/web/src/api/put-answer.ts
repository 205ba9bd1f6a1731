import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Shows what a change answered. A read that is under way may have begun before the change and would put the old state back, so it is
 * cancelled.
 */
export function putAnswer(client: QueryClient, queryKey: QueryKey, answer: unknown): void {
  void client.cancelQueries({ queryKey, exact: true })
  client.setQueryData(queryKey, answer)
}
