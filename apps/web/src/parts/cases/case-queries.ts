import { keysIn } from '@signet/contract/narrow'
import type { AssignedFilter } from '@signet/contract/threats/assignees'
import type { Severity } from '@signet/contract/threats/severities'
import { anySourceOf, type AnySource } from '@signet/contract/threats/sources'
import type { DueFilter } from '@signet/contract/takedowns/cases'
import type { Option, Page, SortDirection } from '@signet/contract/wire'
import { queryOptions } from '@tanstack/react-query'
import { rowsPerPage } from '../../api/paged-rows.ts'
import type { CaseFacet } from './case-facets.tsx'
import type { CaseSearch } from './case-search.ts'
import type { Sorting } from '../../ui/grid/columns/columns.ts'

/** The query of a list of cases. Routes have different names for the statuses. */
export interface CaseQuery<Sort extends string, Status extends string> {
  company: string
  statuses: Status[] | undefined
  limit: number
  pageNumber?: number
  sortField?: Sort
  sortDirection?: SortDirection
  searchQuery?: string | undefined
  threatSource?: AnySource[] | undefined
  threatSeverity?: Severity[] | undefined
  threatType?: string[] | undefined
  assigned?: AssignedFilter[] | undefined
  due?: DueFilter[] | undefined
  fromDate?: string | undefined
  toDate?: string | undefined
}

/** One kind of case, as needed by its list. */
export interface CaseKind<Row, View extends string, Sort extends string, Status extends string = string> {
  /** Part of its query keys. */
  key: string
  /** The first view is the default and has no parameter. */
  views: readonly [View, ...View[]]
  /** The sorting of the first view, ascending. */
  firstSort: Sort
  /** The sorting of the other views, which begin with the last update. */
  laterSort: Sort
  statusLabels: Record<Status, string>
  /** The statuses of a view; undefined for all. */
  statusesOf: (view: View) => Status[] | undefined
  list: (query: CaseQuery<Sort, Status>, signal: AbortSignal) => Promise<Page<Row>>
  options: (facet: CaseFacet, company: string, signal: AbortSignal) => Promise<Option[]>
}

/** The valid words of a filter; undefined when there are none. */
function known<T>(words: readonly string[] | undefined, valueOf: (word: string) => T | null | undefined) {
  const found = words?.flatMap((word) => valueOf(word) ?? [])
  return found && found.length > 0 ? found : undefined
}

/** The current sorting. Default: `firstSort` ascending in the first view, and last updated first in the others. */
export function caseSorting<Row, View extends string, Sort extends string, Status extends string>(
  { views, firstSort, laterSort }: Pick<CaseKind<Row, View, Sort, Status>, 'views' | 'firstSort' | 'laterSort'>,
  { sort, dir, view }: Pick<CaseSearch<View, Sort>, 'sort' | 'dir' | 'view'>,
): Sorting<Sort> {
  if (sort) return { by: sort, direction: dir ?? 'desc' }
  return view !== undefined && view !== views[0]
    ? { by: laterSort, direction: 'desc' }
    : { by: firstSort, direction: 'asc' }
}

/** One page of the list with the filters and sorting of the URL. */
export function casesQuery<Row, View extends string, Sort extends string, Status extends string>(
  kind: CaseKind<Row, View, Sort, Status>,
  company: string,
  search: CaseSearch<View, Sort>,
  pageNumber: number,
) {
  const { by, direction } = caseSorting(kind, search)
  const statuses = keysIn(kind.statusLabels)
  const query: CaseQuery<Sort, Status> = {
    company,
    pageNumber,
    limit: rowsPerPage,
    sortField: by,
    sortDirection: direction,
    searchQuery: search.q,
    threatSource: known(search.source, anySourceOf),
    threatSeverity: search.severity,
    threatType: search.type,
    assigned: search.assigned,
    due: search.due,
    statuses:
      known(search.status, (word) => statuses.find((status) => status === word)) ??
      kind.statusesOf(search.view ?? kind.views[0]),
    fromDate: search.from,
    toDate: search.to,
  }
  const queryKey: readonly unknown[] = [company, kind.key, 'list', query]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => kind.list(query, signal),
  })
}

/** The number of cases in a view, regardless of the filters. */
export function caseCountQuery<Row, View extends string, Sort extends string, Status extends string>(
  { key, list, statusesOf }: CaseKind<Row, View, Sort, Status>,
  company: string,
  view: View,
) {
  return queryOptions({
    queryKey: [company, key, 'count', view],
    queryFn: async ({ signal }) => (await list({ company, limit: 1, statuses: statusesOf(view) }, signal)).total,
  })
}
