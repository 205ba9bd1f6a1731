import type { AnySource } from '@signet/contract/threats/sources'
import type { FacetField } from '@signet/contract/threats/threats'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { wireQuery } from '../../api/call.ts'
import { rowsPerPage } from '../../api/paged-rows.ts'
import type { ListQuery, Records } from './records.ts'
import type { ThreatSearch } from './threat-search.ts'
import { isMixed, type ListSource } from './threat-source.ts'

/*
 * Query keys begin with the company, so that switching it can remove the rows of the previous one: [company, 'threats' | 'touts', 'list' |
 * 'detail' | 'options' | …, …].
 */

/** The filters of a page, without paging. A call doesn't send those that are undefined. */
export function listQuery(company: string, source: ListSource, search: ThreatSearch): ListQuery {
  return {
    company,
    searchQuery: search.q,
    searchField: search.q ? search.in : undefined,
    threatSeverity: search.severity,
    threatType: search.type,
    status: search.status,
    takedownStatus: search.takedown,
    isTakedown: search.isTakedown ? true : undefined,
    category: search.category,
    assigned: search.assigned && [search.assigned],
    adSource: search.adSource,
    urlSource: search.urlSource,
    fields: search.fields,
    fromDate: search.from,
    toDate: search.to,
    dateType: search.from || search.to ? search.dateType : undefined,
    showAutomaticallyFiltered: search.auto ? true : undefined,
    bookmarked: source === 'Bookmarks' ? true : undefined,
  }
}

/** The same filters in wire form, for decisions on all matching threats and for exports. */
export function filterOnWire(company: string, source: ListSource, search: ThreatSearch): Record<string, string> {
  const filter = Object.fromEntries(new URLSearchParams(wireQuery(listQuery(company, source, search))))
  delete filter['company']
  return isMixed(source) ? filter : { ...filter, source }
}

export function sortingOf(search: ThreatSearch) {
  return { by: search.sort ?? 'firstSeen', direction: search.dir ?? 'desc' } as const
}

/** The complete query of a page: filters, sorting and paging. */
export function pageQuery(
  company: string,
  source: ListSource,
  search: ThreatSearch,
  pageNumber: number,
  limit: number,
) {
  const { by, direction } = sortingOf(search)
  return { ...listQuery(company, source, search), sortField: by, sortDirection: direction, pageNumber, limit }
}

/** Whether similar threats share a row. Bookmarks are always separate, because each may have its own note. */
export const isCollapsed = (source: ListSource, { similar }: ThreatSearch) =>
  source !== 'Bookmarks' && similar !== 'all'

/** One page of the list. It is loaded again only on request, so that rows never move under the pointer. */
export function threatPageQuery(
  { name, calls }: Records,
  company: string,
  source: ListSource,
  search: ThreatSearch,
  pageNumber: number,
) {
  const similar = isCollapsed(source, search) ? ({ similar: 'collapsed' } as const) : {}
  const query = { ...pageQuery(company, source, search, pageNumber, rowsPerPage), ...similar }
  const queryKey: readonly unknown[] = [company, name, 'list', source, query]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => calls.list(source, query, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

const recountMs = 60_000

/** The current number of matching records, to offer new ones without moving the list. */
export function threatCountQuery({ name, calls }: Records, company: string, source: ListSource, search: ThreatSearch) {
  const query = { ...listQuery(company, source, search), pageNumber: 1, limit: 1 }
  return queryOptions({
    queryKey: [company, name, 'count', source, query],
    queryFn: ({ signal }) => calls.list(source, query, signal),
    refetchInterval: recountMs,
    select: ({ total, totalIsCapped }) => (totalIsCapped ? undefined : total),
  })
}

export function threatQuery({ name, calls }: Records, company: string, source: AnySource, id: string) {
  return queryOptions({
    queryKey: [company, name, 'detail', id],
    queryFn: ({ signal }) => calls.open({ company, source, id }, signal),
  })
}

/** The filters that every source has, which stay when another source is opened. */
export function sharedFilters({ q, in: field, ...search }: ThreatSearch): ThreatSearch {
  const { severity, type, status, takedown, isTakedown, assigned, auto, from, to, dateType } = search
  const shared = { severity, type, status, takedown, isTakedown, assigned, auto, from, to, dateType }
  // A field belongs to a source, and so does what is searched in it.
  return field === undefined ? { ...shared, q } : shared
}

/** How many records each source has with some filters. */
export function sourceOptionsQuery({ name, calls }: Records, company: string, search: ThreatSearch) {
  const query = listQuery(company, 'All', search)
  return queryOptions({
    queryKey: [company, name, 'options', 'sources', query],
    queryFn: ({ signal }) => calls.sources(query, signal),
    placeholderData: keepPreviousData,
  })
}

const only = (source: ListSource): AnySource[] | undefined => (isMixed(source) ? undefined : [source])

/** The values of a filter that occur in a list, with their counts. */
export function optionsQuery(
  { name, calls }: Records,
  company: string,
  source: ListSource,
  of: 'severity' | 'type' | 'category' | FacetField,
) {
  return queryOptions({
    queryKey: [company, name, 'options', of, source],
    queryFn: ({ signal }) =>
      of === 'severity' || of === 'type' || of === 'category'
        ? calls.options(of, company, only(source), signal)
        : calls.facet(of, company, only(source), signal),
  })
}

/** How many records are found per day with the filters of a list, whatever days it is limited to. */
export function frequencyQuery(
  { name, calls }: Records,
  company: string,
  source: ListSource,
  search: ThreatSearch,
  daysBack: number,
) {
  const query = listQuery(company, source, { ...search, from: undefined, to: undefined })
  return queryOptions({
    queryKey: [company, name, 'frequency', source, daysBack, query],
    queryFn: ({ signal }) => calls.frequency(query, daysBack, only(source), signal),
    placeholderData: keepPreviousData,
  })
}
