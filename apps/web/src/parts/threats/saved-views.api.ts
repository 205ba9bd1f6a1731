import { listViews, type View } from '@signet/contract/threats/views'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

/** The saved views of one list or of all: the user's own, and those shared with the company. */
export function viewsQuery(company: string, list?: View['list']) {
  return queryOptions({
    queryKey: [company, 'views', list],
    queryFn: ({ signal }) => call(listViews, { query: { company, list }, signal }),
  })
}

/** Reloads the saved views wherever they are shown. */
export const reloadViews = (company: string) => queryClient.invalidateQueries({ queryKey: [company, 'views'] })
