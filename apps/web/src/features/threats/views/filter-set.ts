import { keysIn } from '@signet/contract/narrow'
import { dateTypes, type ThreatSearch } from '../threat-search.ts'

/** The dates that a range can apply to. */
export const filterDates = ['detected', ...dateTypes] as const

/** Clears the filters of the menu of further filters. */
export const noMoreFilters = {
  takedown: undefined,
  isTakedown: undefined,
  category: undefined,
  assigned: undefined,
  adSource: undefined,
  urlSource: undefined,
  fields: undefined,
  auto: undefined,
} as const satisfies ThreatSearch

/** Clears all filters but keeps the sorting and the view. */
export const noFilters = {
  ...noMoreFilters,
  q: undefined,
  in: undefined,
  severity: undefined,
  type: undefined,
  status: undefined,
  from: undefined,
  to: undefined,
  dateType: undefined,
} as const satisfies ThreatSearch

/** Parameters that belong to another filter and don't count as filters themselves. */
const aside: ReadonlySet<string> = new Set(['in', 'to', 'dateType'])

/** The number of filters set. A range counts as one. */
export function filterCount(search: ThreatSearch): number {
  const names = keysIn(noFilters)
  const set = names.filter((name) => search[name] !== undefined && !aside.has(name)).length
  return search.to && !search.from ? set + 1 : set
}
