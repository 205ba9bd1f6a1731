import type { View } from '@signet/contract/views'
import { calendarDay } from '../../format/date-time.ts'
import { stringifySearch } from '../../search-params.ts'
import { lastDays, rangePresets } from '../../ui/day-range.ts'
import { msg } from '../../words/words.ts'
import { noFilters } from './filter-set.ts'
import { validateThreatSearch, type ThreatSearch } from './threat-search.ts'

/*
 * A view is filters, order and columns under a name. Its filters are as in the address of the list, but for `days`: a range that
 * ends today moves with the day.
 */

type Filters = Readonly<Record<string, string>>

export interface ShippedView {
  id: string
  name: string
  filters: Filters
}

/** The views everybody has. */
export const shippedViews: readonly ShippedView[] = [
  { id: 'review', name: msg('Needs review'), filters: { status: 'open', sort: 'severity', dir: 'desc' } },
  { id: 'critical', name: msg('Critical in 7 days'), filters: { severity: 'Critical', days: '7' } },
  {
    id: 'takedown',
    name: msg('Waiting for takedown'),
    filters: { takedown: 'draft,awaiting_authorisation,authorised', sort: 'severity', dir: 'desc' },
  },
]

/** What of the address belongs to a view. */
const kept = [...Object.keys(noFilters), 'sort', 'dir'] as (keyof ThreatSearch)[]

/** The address without what belongs to a view. */
export const noView: Partial<ThreatSearch> = Object.fromEntries(kept.map((name) => [name, undefined]))

/** What a list shows now as the filters of a view. */
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

/** The address a view's filters stand for today. */
export function searchOfView({ days, ...filters }: Filters, now: Date): ThreatSearch {
  const range = days && Number(days) > 0 ? lastDays(Math.min(366, Number(days)), now) : {}
  return { ...noView, ...validateThreatSearch(filters), ...range, id: undefined, view: undefined }
}

/** Whether the list shows something else than the view. */
export function isChanged(filters: Filters, search: ThreatSearch, now: Date): boolean {
  const inOrder = (each: Filters) => JSON.stringify(Object.entries(each).toSorted(([a], [b]) => a.localeCompare(b)))
  return inOrder(filtersOf(searchOfView(filters, now), now)) !== inOrder(filtersOf(search, now))
}

/** Whether an address is the bare link to a view: nothing of the list but its name. */
export function isBareLink(search: ThreatSearch): boolean {
  return search.view !== undefined && kept.every((name) => search[name] === undefined)
}

/** A day in a suggested name of a file. */
export const today = () => calendarDay(new Date())

export type AnyView = ShippedView & Partial<Pick<View, 'source' | 'columns' | 'isOwn' | 'isShared' | 'version' | 'by'>>
