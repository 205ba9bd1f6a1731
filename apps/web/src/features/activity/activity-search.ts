import { activityTabs, activitySortFields, type ActivityTab } from '@signet/contract/threats/activity'
import { eventKinds, type EventKind } from '@signet/contract/threats/events'
import { severities, type Severity } from '@signet/contract/threats/severities'
import type { SortDirection } from '@signet/contract/wire'
import { dayOf, listOf, oneOf, textOf } from '../../url/search-params.ts'

/** The filters that all activity lists share. Values are kept as written, so that the server can report unknown ones. */
interface FilterSearch {
  q?: string | undefined
  source?: string[] | undefined
  severity?: Severity[] | undefined
  from?: string | undefined
  to?: string | undefined
}

function filtersOf(raw: Record<string, unknown>): FilterSearch {
  return {
    q: textOf(raw['q']),
    source: listOf(raw['source']),
    severity: listOf(raw['severity'], severities),
    from: dayOf(raw['from']),
    to: dayOf(raw['to']),
  }
}

export type ActivitySort = (typeof activitySortFields)[number]

interface SortSearch {
  sort?: ActivitySort | undefined
  dir?: SortDirection | undefined
}

const sortOf = (raw: Record<string, unknown>): SortSearch => ({
  sort: oneOf(raw['sort'], activitySortFields),
  dir: oneOf(raw['dir'], ['asc', 'desc']),
})

/** The URL state of the activity page. The defaults are threats and all tabs. */
export interface ActivitySearch extends FilterSearch, SortSearch {
  tab?: Exclude<ActivityTab, 'all'> | undefined
  kind?: 'tout' | undefined
  type?: string[] | undefined
}

export function validateActivitySearch(raw: Record<string, unknown>): ActivitySearch {
  const tab = oneOf(raw['tab'], activityTabs)
  return {
    tab: tab === 'all' ? undefined : tab,
    kind: oneOf(raw['kind'], ['tout']),
    type: listOf(raw['type']),
    ...filtersOf(raw),
    ...sortOf(raw),
  }
}

/** The URL state of the events page. The first page has no parameter. */
export interface EventsSearch extends FilterSearch {
  kind?: EventKind[] | undefined
  page?: string | undefined
}

export function validateEventsSearch(raw: Record<string, unknown>): EventsSearch {
  const page = textOf(raw['page'], 6)
  return {
    page: page !== undefined && /^[1-9]\d*$/.test(page) && page !== '1' ? page : undefined,
    kind: listOf(raw['kind'], eventKinds),
    ...filtersOf(raw),
  }
}

/** The URL state of the recent activity of several companies. */
export interface RecentSearch extends FilterSearch, SortSearch {
  company?: string[] | undefined
  kind?: 'tout' | undefined
}

export function validateRecentSearch(raw: Record<string, unknown>): RecentSearch {
  return {
    company: listOf(raw['company']),
    kind: oneOf(raw['kind'], ['tout']),
    ...filtersOf(raw),
    ...sortOf(raw),
  }
}
