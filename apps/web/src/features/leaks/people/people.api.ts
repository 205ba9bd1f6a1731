import {
  exportPeople,
  listPeopleLeaks,
  listWatchedPeople,
  personSortFields,
  type Person,
} from '@signet/contract/companies/watched-people'
import { leakTypeKeys, type Leak, type LeakType } from '@signet/contract/leaks/leaks'
import type { Page, SortDirection } from '@signet/contract/wire'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { rowsPerPage } from '../../../api/paged-rows.ts'
import { oneOf, textOf } from '../../../url/search-params.ts'

export type PersonSort = (typeof personSortFields)[number]

/** The URL state of the Executive Leak Monitor. */
export interface PeopleSearch {
  q?: string | undefined
  sort?: PersonSort | undefined
  dir?: SortDirection | undefined
  /** The person in the panel. */
  id?: string | undefined
  /** The kind of leak that the panel shows. */
  kind?: LeakType | undefined
}

export function validatePeopleSearch(raw: Record<string, unknown>): PeopleSearch {
  return {
    q: textOf(raw['q']),
    sort: oneOf(raw['sort'], personSortFields),
    dir: oneOf(raw['dir'], ['asc', 'desc']),
    id: textOf(raw['id']),
    kind: oneOf(raw['kind'], leakTypeKeys),
  }
}

/** Those with most passwords first: they are most in danger. */
export function peopleSortingOf({ sort, dir }: PeopleSearch) {
  return { by: sort ?? 'withPassword', direction: dir ?? 'desc' } as const
}

/** One page of the watched people. */
export function watchedPeopleQuery(company: string, search: PeopleSearch, pageNumber: number) {
  const { by, direction } = peopleSortingOf(search)
  const query = {
    company,
    searchQuery: search.q,
    sortField: by,
    sortDirection: direction,
    pageNumber,
    limit: rowsPerPage,
  }
  const queryKey: readonly unknown[] = [company, 'leaks', 'people', 'list', query]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }): Promise<Page<Person>> => call(listWatchedPeople, { query, signal }),
  })
}

/** The newest leaks of a person. The server has no filter by kind here, because a person has tens of leaks, not thousands. */
export function personLeaksQuery(company: string, personId: string, limit: number) {
  return queryOptions({
    queryKey: [company, 'leaks', 'people', 'leaks', personId, limit],
    queryFn: ({ signal }): Promise<Page<Leak>> =>
      call(listPeopleLeaks, { query: { company, personId, limit }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The data for a file about one person or all people. The reason is recorded in the audit log. */
export const readPeopleForFile = (company: string, reason: string, personId: string | undefined) =>
  call(exportPeople, { query: { company }, body: { company, reason, ...(personId ? { personId } : {}) } })
