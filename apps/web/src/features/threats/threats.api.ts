import { getThreatFrequency } from '@signet/contract/analytics'
import type { QueryOf } from '@signet/contract/route'
import {
  getCategories,
  getSeveritiesForAllSources,
  getSeveritiesPerSource,
  getSourceOptions,
  getThreat,
  getTypesForAllSources,
  getTypesPerSource,
  listAllThreats,
  listThreats,
  type Threat,
} from '@signet/contract/threats'
import type { ThreatSource } from '@signet/contract/sources'
import type { Page } from '@signet/contract/wire'
import { queryOptions } from '@tanstack/react-query'
import { call, wireQuery } from '../../api/call.ts'
import { rowsPerPage } from '../../api/paged-rows.ts'
import type { ThreatSearch } from './threat-search.ts'
import type { ListSource } from './threat-source.ts'

/*
 * Query keys begin with the company, so that switching it can forget the old one's rows:
 * [company, 'threats', 'list' | 'detail' | 'options' | …, …].
 */

type ListQuery = Partial<QueryOf<typeof listThreats>>

/** The question a page asks, without paging. */
export function listQuery(company: string, source: ListSource, search: ThreatSearch): ListQuery {
  const optional = {
    searchQuery: search.q,
    searchField: search.q ? search.in : undefined,
    threatSeverity: search.severity,
    threatType: search.type,
    status: search.status,
    takedownStatus: search.takedown,
    category: search.category,
    fromDate: search.from,
    toDate: search.to,
    showAutomaticallyFiltered: search.auto ? true : undefined,
    bookmarked: source === 'Bookmarks' ? true : undefined,
  }
  const set = Object.entries(optional).filter(([, value]) => value !== undefined)
  return { company, ...(Object.fromEntries(set) as ListQuery) }
}

/** The same question in wire form, for marking everything that matches. */
export function filterOnWire(company: string, source: ListSource, search: ThreatSearch): Record<string, string> {
  const filter = Object.fromEntries(new URLSearchParams(wireQuery(listThreats, listQuery(company, source, search))))
  delete filter['company']
  return source === 'All' || source === 'Bookmarks' ? filter : { ...filter, source }
}

export function sortingOf(search: ThreatSearch) {
  return { by: search.sort ?? 'firstSeen', direction: search.dir ?? 'desc' } as const
}

function read(source: ListSource, query: ListQuery, signal: AbortSignal): Promise<Page<Threat>> {
  return source === 'All' || source === 'Bookmarks'
    ? call(listAllThreats, { query, signal })
    : call(listThreats, { params: { source }, query, signal })
}

/** One page of the list. Rows never move under the pointer: it is read again only when asked. */
export function threatPageQuery(company: string, source: ListSource, search: ThreatSearch, pageNumber: number) {
  const { by, direction } = sortingOf(search)
  const question = listQuery(company, source, search)
  const query = { ...question, sortField: by, sortDirection: direction, pageNumber, limit: rowsPerPage }
  return queryOptions({
    queryKey: [company, 'threats', 'list', source, query] as readonly unknown[],
    queryFn: ({ signal }) => read(source, query, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

const recountMs = 60_000

/** How many threats match now, to offer new ones without moving the list. */
export function threatCountQuery(company: string, source: ListSource, search: ThreatSearch) {
  const query = { ...listQuery(company, source, search), pageNumber: 1, limit: 1 }
  return queryOptions({
    queryKey: [company, 'threats', 'count', source, query],
    queryFn: ({ signal }) => read(source, query, signal),
    refetchInterval: recountMs,
    select: ({ total, totalIsCapped }) => (totalIsCapped ? undefined : total),
  })
}

export function threatQuery(company: string, source: ThreatSource, threatId: string) {
  return queryOptions({
    queryKey: [company, 'threats', 'detail', threatId],
    queryFn: ({ signal }) => call(getThreat, { params: { source, threatId }, query: { company }, signal }),
  })
}

export function sourceOptionsQuery(company: string) {
  return queryOptions({
    queryKey: [company, 'threats', 'options', 'sources'],
    queryFn: ({ signal }) => call(getSourceOptions, { query: { company }, signal }),
  })
}

const threatSourceOf = (source: ListSource): ThreatSource[] | undefined =>
  source === 'All' || source === 'Bookmarks' ? undefined : [source]

export function severityOptionsQuery(company: string, source: ListSource) {
  const threatSource = threatSourceOf(source)
  return queryOptions({
    queryKey: [company, 'threats', 'options', 'severities', source],
    queryFn: ({ signal }) =>
      threatSource
        ? call(getSeveritiesPerSource, { query: { company, threatSource }, signal })
        : call(getSeveritiesForAllSources, { query: { company }, signal }),
  })
}

export function typeOptionsQuery(company: string, source: ListSource) {
  const threatSource = threatSourceOf(source)
  return queryOptions({
    queryKey: [company, 'threats', 'options', 'types', source],
    queryFn: ({ signal }) =>
      threatSource
        ? call(getTypesPerSource, { query: { company, threatSource }, signal })
        : call(getTypesForAllSources, { query: { company }, signal }),
  })
}

export function categoryOptionsQuery(company: string, source: ListSource) {
  return queryOptions({
    queryKey: [company, 'threats', 'options', 'categories', source],
    queryFn: ({ signal }) => call(getCategories, { query: { company, threatSource: threatSourceOf(source) }, signal }),
  })
}

export function frequencyQuery(company: string, source: ListSource, daysBack: number) {
  return queryOptions({
    queryKey: [company, 'threats', 'frequency', source, daysBack],
    queryFn: ({ signal }) =>
      call(getThreatFrequency, { query: { company, daysBack, threatSource: threatSourceOf(source) }, signal }),
  })
}
