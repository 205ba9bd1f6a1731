import { Button } from '../../ui/button.tsx'
import { StateBlock } from '../../ui/data-state.tsx'
import { filterCount, noFilters } from './threat-filters.tsx'
import type { ThreatSearch } from './threat-search.ts'
import { sourceLabel, type ListSource } from './threat-source.ts'

/** In place of the rows: nothing in this range, nothing for these filters, nothing kept, or nothing yet. */
export function NothingHere({
  source,
  search,
  onChange,
}: {
  source: ListSource
  search: ThreatSearch
  onChange: (changes: Partial<ThreatSearch>) => void
}) {
  const count = filterCount(search)
  const hasRange = search.from !== undefined || search.to !== undefined
  const what = source === 'All' ? 'threats' : source === 'Bookmarks' ? 'bookmarks' : `${sourceLabel(source)} threats`
  if (hasRange && count === 1) {
    const widen = <Button onClick={() => onChange({ from: undefined, to: undefined })}>Widen the range</Button>
    return <StateBlock title={`No ${what} in this range`} action={widen} />
  }
  if (count > 0) {
    const names = [
      search.q ? `“${search.q}”` : null,
      search.severity ? 'severity' : null,
      search.type ? 'type' : null,
      search.status ? 'status' : null,
      search.takedown ? 'takedown status' : null,
      search.category ? 'category' : null,
      hasRange ? 'range' : null,
    ].filter((name) => name !== null)
    return (
      <StateBlock
        title={`No ${what} match`}
        action={<Button onClick={() => onChange(noFilters)}>Clear filters</Button>}
      >
        Filtered by {names.join(', ')}.
      </StateBlock>
    )
  }
  if (source === 'Bookmarks') {
    return (
      <StateBlock title="No bookmarks yet">
        Open a threat and press B, or its bookmark button, to keep it here.
      </StateBlock>
    )
  }
  return (
    <StateBlock title={`No ${what} yet`}>
      What detection finds appears here once a reviewer has published it.
    </StateBlock>
  )
}
