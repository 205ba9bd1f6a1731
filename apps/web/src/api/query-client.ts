import { QueryClient } from '@tanstack/react-query'
import { minuteMs } from '@signet/contract/time'
import { isWorthRetrying } from './api-error.ts'

/** How often a failed read is repeated before the screen offers a retry button. */
const retryMax = 3
const freshMs = 30_000
const collectMs = 5 * minuteMs
const firstRetryMs = 1000
const slowestRetryMs = 30_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      gcTime: collectMs,
      retry: (failures, error) => failures < retryMax && isWorthRetrying(error),
      retryDelay: (failures) => Math.min(firstRetryMs * 2 ** failures, slowestRetryMs),
    },
  },
})
