import { getUser, listUsers, type User } from '@signet/contract/access/users'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { rowsPerPage } from '../../api/paged-rows.ts'
import { queryClient } from '../../api/query-client.ts'
import { putAnswer } from '../../api/put-answer.ts'
import type { UsersSearch } from './users-search.ts'

/* Users belong to the whole installation, so nothing here depends on the current company. */

const listKey = ['users', 'list'] as const

export function sortingOf({ sort, dir }: UsersSearch) {
  return { by: sort ?? 'name', direction: dir ?? 'asc' } as const
}

/** One page of the list with the filters and sorting of the URL. */
export function usersQuery(search: UsersSearch, pageNumber: number) {
  const { by, direction } = sortingOf(search)
  const query = {
    pageNumber,
    limit: rowsPerPage,
    sortField: by,
    sortDirection: direction,
    searchQuery: search.q,
    role: search.role,
    company: search.company,
    state: search.state,
  }
  const queryKey: readonly unknown[] = [...listKey, query]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => call(listUsers, { query, signal }),
  })
}

export function userQuery(userId: string) {
  return queryOptions({
    queryKey: ['users', 'one', userId],
    queryFn: ({ signal }) => call(getUser, { params: { userId }, signal }),
  })
}

/** Shows a changed user in the panel at once and reloads the lists. */
export async function keepUser(user: User): Promise<void> {
  putAnswer(queryClient, userQuery(user.id).queryKey, user)
  await queryClient.invalidateQueries({ queryKey: listKey })
}
