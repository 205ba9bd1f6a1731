import { roles, type Role } from '@signet/contract/access/permissions'
import { userStates, type UserState } from '@signet/contract/access/users'
import type { SortDirection } from '@signet/contract/wire'
import { listOf, oneOf, textOf } from '../../url/search-params.ts'

const userSorts = ['name', 'email', 'role', 'lastSignIn', 'createdAt'] as const
export type UserSort = (typeof userSorts)[number]

/** The URL state of the users page. */
export interface UsersSearch {
  /** The invitation form is shown when this is absent. */
  view?: 'people' | undefined
  q?: string | undefined
  role?: Role[] | undefined
  company?: string[] | undefined
  state?: UserState[] | undefined
  sort?: UserSort | undefined
  dir?: SortDirection | undefined
  /** The person in the panel. */
  id?: string | undefined
}

export function validateUsersSearch(raw: Record<string, unknown>): UsersSearch {
  return {
    view: oneOf(raw['view'], ['people']),
    q: textOf(raw['q']),
    role: listOf(raw['role'], roles),
    company: listOf(raw['company']),
    state: listOf(raw['state'], userStates),
    sort: oneOf(raw['sort'], userSorts),
    dir: oneOf(raw['dir'], ['asc', 'desc']),
    id: textOf(raw['id'], 36),
  }
}
