import { useQuery } from '@tanstack/react-query'
import { useLive } from '../../../api/live.ts'
import { takedownQuery } from '../takedowns.api.ts'

/** A case, loaded again as soon as the server reports a change of it. */
export function useTakedown(company: string, takedownId: string) {
  const query = useQuery(takedownQuery(company, takedownId))
  useLive(['takedown.changed', 'reset'], ({ type, data }) => {
    if (type === 'reset' || data['takedownId'] === takedownId) void query.refetch()
  })
  return query
}
