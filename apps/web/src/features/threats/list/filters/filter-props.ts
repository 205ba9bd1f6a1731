import type { ThreatSearch } from '../../threat-search.ts'
import type { ListSource } from '../../threat-source.ts'

/** What the filters of a list of threats read and change. */
export interface FilterProps {
  source: ListSource
  search: ThreatSearch
  /** @param replace whether the change replaces the entry in the browser's history */
  onChange: (changes: Partial<ThreatSearch>, replace?: boolean) => void
}
