import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Shows the response to a change. A read in progress may have started before the change and would restore the old state, so it is
 * cancelled.
 */
export function putAnswer(client: QueryClient, queryKey: QueryKey, answer: unknown): void {
  void client.cancelQueries({ queryKey, exact: true })
  client.setQueryData(queryKey, answer)
}
