import {
  getActivitySources,
  getRecentActivitySeverities,
  getRecentActivitySources,
  listActivity,
  listRecentActivity,
} from '@signet/contract/threats/activity'
import { eventKinds, listEvents } from '@signet/contract/threats/events'
import { severities } from '@signet/contract/threats/severities'
import { anySourceOf, type AnySource, type Kind } from '@signet/contract/threats/sources'
import { getTypesForAllSources } from '@signet/contract/threats/threats'
import type { Option } from '@signet/contract/wire'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { rowsPerPage } from '../../api/paged-rows.ts'
import type { ActivitySearch, EventsSearch, RecentSearch } from './activity-search.ts'

/** The valid sources among some words. An empty result means no filter. */
function sourcesOf(words: readonly string[] | undefined): AnySource[] | undefined {
  const found = words?.flatMap((word) => anySourceOf(word) ?? [])
  return found && found.length > 0 ? found : undefined
}

/** The sort order: newest first unless the user has chosen another. */
export function sortingOf({ sort, dir }: Pick<ActivitySearch, 'sort' | 'dir'>) {
  return { by: sort ?? 'at', direction: dir ?? 'desc' } as const
}

function filterOf({ q, source, severity, from, to }: Omit<EventsSearch, 'kind' | 'page'>) {
  return {
    searchQuery: q,
    threatSource: sourcesOf(source),
    threatSeverity: severity,
    fromDate: from,
    toDate: to,
  }
}

/** The filters of the activity page, without paging. */
export function activityFilter(company: string, search: ActivitySearch) {
  const { by, direction } = sortingOf(search)
  return {
    company,
    tab: search.tab ?? ('all' as const),
    kind: search.kind ?? ('threat' as const),
    threatType: search.type,
    ...filterOf(search),
    sortField: by,
    sortDirection: direction,
  }
}

/** One page of the decisions made in a company. */
export function activityQuery(company: string, search: ActivitySearch, pageNumber: number) {
  const query = { ...activityFilter(company, search), pageNumber, limit: rowsPerPage }
  const queryKey: readonly unknown[] = [company, 'activity', 'list', query]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => call(listActivity, { query, signal }),
  })
}

/** The sources that occur in a tab. */
export function activitySourcesQuery(company: string, search: ActivitySearch) {
  const query = { company, activityType: search.tab ?? ('all' as const), kind: search.kind ?? ('threat' as const) }
  return queryOptions({
    queryKey: [company, 'activity', 'options', 'source', query.activityType, query.kind],
    queryFn: ({ signal }) => call(getActivitySources, { query, signal }),
  })
}

/** The types of the company's threats. Their counts are counts of threats and unrelated to the activity. */
export function typesQuery(company: string) {
  return queryOptions({
    queryKey: [company, 'activity', 'options', 'type'],
    queryFn: async ({ signal }) => {
      const options = await call(getTypesForAllSources, { query: { company }, signal })
      return options.map(({ value, label }) => ({ value, label }))
    },
  })
}

/** All severities, highest first. */
export const severitiesQuery = queryOptions({
  queryKey: ['severities'],
  queryFn: (): Promise<Option[]> => Promise.resolve(severities.map((name) => ({ value: name, label: name }))),
  staleTime: Infinity,
})

/** All kinds of events. */
export const eventKindsQuery = queryOptions({
  queryKey: ['eventKinds'],
  queryFn: (): Promise<Option[]> => Promise.resolve(eventKinds.map((kind) => ({ value: kind, label: kind }))),
  staleTime: Infinity,
})

export const eventsPerPage = 100

/** One page of all events of a company, newest first. */
export function eventsQuery(company: string, search: EventsSearch) {
  const paging = { pageNumber: Number(search.page ?? '1'), limit: eventsPerPage }
  const query = { company, ...paging, ...filterOf(search), eventKind: search.kind }
  return queryOptions({
    queryKey: [company, 'events', query],
    queryFn: ({ signal }) => call(listEvents, { query, signal }),
  })
}

/** One page of the decisions made in several companies, or in all. */
export function recentQuery(search: RecentSearch, pageNumber: number) {
  const { by, direction } = sortingOf(search)
  const query = {
    company: search.company,
    kind: search.kind ?? ('threat' as const),
    ...filterOf(search),
    sortField: by,
    sortDirection: direction,
    pageNumber,
    limit: rowsPerPage,
  }
  const queryKey: readonly unknown[] = ['all companies', 'activity', query]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => call(listRecentActivity, { query, signal }),
  })
}

/** The possible values of a filter of the recent activity. */
export function recentOptionsQuery(facet: 'source' | 'severity', company: string[] | undefined, kind: Kind) {
  const route = facet === 'source' ? getRecentActivitySources : getRecentActivitySeverities
  return queryOptions({
    queryKey: ['all companies', 'activity', 'options', facet, company, kind],
    queryFn: ({ signal }) => call(route, { query: { company, kind }, signal }),
  })
}
