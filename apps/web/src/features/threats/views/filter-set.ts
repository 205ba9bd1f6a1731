import type { ThreatSearch } from '../threat-search.ts'

/** What the range of days is about. */
export const dateTypes = ['detected', 'lastSeen', 'published'] as const

/** All filters off; the sorting and the view stay. */
export const noFilters = {
  q: undefined,
  in: undefined,
  severity: undefined,
  type: undefined,
  status: undefined,
  takedown: undefined,
  isTakedown: undefined,
  category: undefined,
  adSource: undefined,
  urlSource: undefined,
  auto: undefined,
  from: undefined,
  to: undefined,
  dateType: undefined,
} as const satisfies ThreatSearch

/** Parts of another filter, which are no filter of their own. */
const aside: ReadonlySet<string> = new Set(['in', 'to', 'dateType'])

/** How many filters are set; a range is one. */
export function filterCount(search: ThreatSearch): number {
  const names = Object.keys(noFilters) as (keyof typeof noFilters)[]
  const set = names.filter((name) => search[name] !== undefined && !aside.has(name)).length
  return search.to && !search.from ? set + 1 : set
}
