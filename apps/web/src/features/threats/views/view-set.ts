import { keysIn } from '@signet/contract/narrow'
import type { View } from '@signet/contract/threats/views'
import { calendarDay } from '../../../format/time/date-time.ts'
import { stringifySearch } from '../../../url/search-params.ts'
import { daysOfView, type ShippedView, type ViewFilters as Filters } from '../../../parts/threats/shipped-views.ts'
import { lastDays, rangePresets } from '../../../ui/filters/day-range.ts'
import { noFilters } from './filter-set.ts'
import { validateThreatSearch, type ThreatSearch } from '../threat-search.ts'

/** The search parameters that belong to a view. */
const kept: (keyof ThreatSearch)[] = [...keysIn(noFilters), 'sort', 'dir']

/** Clears the search parameters that belong to a view. */
export const noView: Partial<ThreatSearch> = Object.fromEntries(kept.map((name) => [name, undefined]))

/** The current state of a list as the filters of a view. */
export function filtersOf(search: ThreatSearch, now: Date): Record<string, string> {
  const set: Record<string, unknown> = Object.fromEntries(
    kept.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])),
  )
  const preset = search.to
    ? undefined
    : rangePresets.find(({ days }) => search.from !== undefined && lastDays(days, now).from === search.from)
  if (preset) {
    delete set['from']
    set['days'] = String(preset.days)
  }
  return Object.fromEntries(new URLSearchParams(stringifySearch(set)))
}

/** The search parameters that correspond to the filters of a view today. */
export function searchOfView({ days, ...filters }: Filters, now: Date): ThreatSearch {
  return { ...noView, ...validateThreatSearch(filters), ...daysOfView(days, now), id: undefined, view: undefined }
}

const inOrder = (each: Filters) => JSON.stringify(Object.entries(each).toSorted(([a], [b]) => a.localeCompare(b)))

/** Whether the list differs from the view. */
export function isChanged(filters: Filters, search: ThreatSearch, now: Date): boolean {
  return inOrder(filtersOf(searchOfView(filters, now), now)) !== inOrder(filtersOf(search, now))
}

/** Whether a URL is only a link to a view, without other parameters of the list. */
export function isBareLink(search: ThreatSearch): boolean {
  return search.view !== undefined && kept.every((name) => search[name] === undefined)
}

/** The current day, for suggested file names. */
export const today = () => calendarDay(new Date())

export type AnyView = ShippedView &
  Partial<Pick<View, 'source' | 'columns' | 'isOwn' | 'isShared' | 'version' | 'by' | 'isSubscribed'>>
