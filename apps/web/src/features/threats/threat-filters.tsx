import { IconFilter, IconSearch } from '@tabler/icons-react'
import { severities } from '@signet/contract/severities'
import { sources } from '@signet/contract/sources'
import { threatStatusLabels } from '@signet/contract/threats'
import { lazy, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FilterPill } from '../../ui/filter-pill.tsx'
import { RangePicker } from '../../ui/range-picker.tsx'
import type { ThreatSearch } from './threat-search.ts'
import css from './threat-filters.module.css'
import type { ListSource } from './threat-source.ts'

const ThreatFacet = lazy(() => import('./threat-facet.tsx').then(({ ThreatFacet: menu }) => ({ default: menu })))
const typingMs = 250

/** A list in the words of a pill: at most two, then how many more. */
function inWords(words: readonly string[] | undefined): string | undefined {
  if (!words || words.length === 0) return undefined
  return words.length > 2 ? `${words.slice(0, 2).join(', ')} +${words.length - 2}` : words.join(', ')
}

/** A status as words: `awaiting_authorisation` → `Awaiting authorisation`. */
function wordOf(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1).replaceAll('_', ' ')
}

/** How many filters are set. */
export function filterCount({ q, severity, type, status, takedown, category, auto, from, to }: ThreatSearch): number {
  return [q, severity, type, status, takedown, category, auto, from ?? to].filter((value) => value !== undefined).length
}

/** All filters off. */
export const noFilters = {
  q: undefined,
  in: undefined,
  severity: undefined,
  type: undefined,
  status: undefined,
  takedown: undefined,
  category: undefined,
  auto: undefined,
  from: undefined,
  to: undefined,
} as const satisfies ThreatSearch

type Change = (changes: Partial<ThreatSearch>, replace?: boolean) => void

export function ThreatFilters({
  source,
  search,
  onChange,
}: {
  source: ListSource
  search: ThreatSearch
  onChange: Change
}) {
  const worstFirst = severities.filter((name) => search.severity?.includes(name))
  const more = [
    ...(search.takedown ?? []).map(wordOf),
    ...(search.category ?? []),
    ...(search.auto ? ['Filtered automatically'] : []),
  ]
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role: a search element is not a landmark everywhere yet
    <div className={css.bar} role="search" aria-label="Filter threats">
      <SearchField source={source} search={search} onChange={onChange} />
      <FilterPill label="Severity" value={inWords(worstFirst)} onClear={() => onChange({ severity: undefined })}>
        {() => <ThreatFacet facet="severity" source={source} search={search} onChange={onChange} />}
      </FilterPill>
      <FilterPill label="Type" value={inWords(search.type)} onClear={() => onChange({ type: undefined })}>
        {() => <ThreatFacet facet="type" source={source} search={search} onChange={onChange} />}
      </FilterPill>
      <FilterPill
        label="Status"
        value={inWords(search.status?.map((status) => threatStatusLabels[status]))}
        onClear={() => onChange({ status: undefined })}
      >
        {() => <ThreatFacet facet="status" source={source} search={search} onChange={onChange} />}
      </FilterPill>
      <RangePicker label="Detected" range={search} onChange={({ from, to }) => onChange({ from, to })} />
      <FilterPill
        label="More filters"
        value={inWords(more)}
        icon={<IconFilter size={16} stroke={1.7} aria-hidden="true" />}
        onClear={() => onChange({ takedown: undefined, category: undefined, auto: undefined })}
      >
        {() => <ThreatFacet facet="more" source={source} search={search} onChange={onChange} />}
      </FilterPill>
      {filterCount(search) >= 2 && (
        <Button kind="quiet" onClick={() => onChange(noFilters)}>
          Clear all
        </Button>
      )}
    </div>
  )
}

function SearchField({ source, search, onChange }: { source: ListSource; search: ThreatSearch; onChange: Change }) {
  const [typed, setTyped] = useState(search.q ?? '')
  const sent = useRef(search.q ?? '')
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  // The URL may change by itself: Back, "Clear all".
  useEffect(() => {
    if ((search.q ?? '') === sent.current) return
    sent.current = search.q ?? ''
    setTyped(search.q ?? '')
  }, [search.q])
  useEffect(() => {
    const text = typed.trim()
    if (text === sent.current) return undefined
    const timer = setTimeout(() => {
      sent.current = text
      latest.current({ q: text || undefined }, true)
    }, typingMs)
    return () => clearTimeout(timer)
  }, [typed])

  const fields = source === 'All' || source === 'Bookmarks' ? [] : sources[source].search
  return (
    <div className={css.search}>
      {fields.length > 0 && (
        <select
          aria-label="Search in"
          value={search.in ?? ''}
          onChange={(event) => onChange({ in: event.target.value || undefined })}
        >
          <option value="">All fields</option>
          {fields.map(({ label, field }) => (
            <option key={field} value={field}>
              {label}
            </option>
          ))}
        </select>
      )}
      <IconSearch className={css.sign} size={16} stroke={1.7} aria-hidden="true" />
      <input
        type="search"
        aria-label="Search threats"
        placeholder="Search"
        maxLength={200}
        data-list-search=""
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </div>
  )
}
