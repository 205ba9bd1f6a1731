import type { Severity } from '@signet/contract/severities'
import { anySourceOf, everySource } from '@signet/contract/sources'
import { takedownStatusLabels, type TakedownStatus } from '@signet/contract/takedowns'
import type { Option } from '@signet/contract/wire'
import { useQuery } from '@tanstack/react-query'
import { useCompany } from '../../session/company.ts'
import { Button } from '../../ui/button.tsx'
import { FacetMenu } from '../../ui/facet-menu.tsx'
import { FilterPill } from '../../ui/filter-pill.tsx'
import { RangePicker } from '../../ui/range-picker.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SeverityMark } from '../../ui/severity-mark.tsx'
import { SourceIcon } from '../../ui/source-icon.tsx'
import type { TakedownSearch } from './takedown-search.ts'
import { takedownOptionsQuery, type TakedownFacet } from './takedowns.api.ts'
import css from './takedowns-page.module.css'

/** All filters off; the view stays. */
export const noFilters = {
  q: undefined,
  source: undefined,
  severity: undefined,
  type: undefined,
  status: undefined,
  from: undefined,
  to: undefined,
} as const satisfies TakedownSearch

const wordsOf: Record<TakedownFacet, (value: string) => string> = {
  source: (value) => {
    const source = anySourceOf(value)
    return source ? everySource[source].label : value
  },
  severity: (value) => value,
  type: (value) => value,
  status: (value) => takedownStatusLabels[value as TakedownStatus] ?? value,
}

const facets = [
  ['source', 'Source'],
  ['type', 'Type'],
  ['severity', 'Severity'],
  ['status', 'Status'],
] as const satisfies readonly (readonly [TakedownFacet, string])[]

/** The filters in force, in words: `Source: Domain`. */
export function filterWords(search: TakedownSearch): string[] {
  return [
    ...(search.q ? [`Search: ${search.q}`] : []),
    ...facets.flatMap(([facet, label]) => {
      const chosen = search[facet]
      return chosen ? [`${label}: ${chosen.map(wordsOf[facet]).join(', ')}`] : []
    }),
    ...(search.from || search.to ? ['Requested in a range'] : []),
  ]
}

interface TakedownFiltersProps {
  search: TakedownSearch
  onChange: (changes: TakedownSearch) => void
}

/** Search, four facets and the range of the request. */
export function TakedownFilters({ search, onChange }: TakedownFiltersProps) {
  return (
    <search className={css.filters} aria-label="Filter takedowns">
      <SearchField label="Search takedowns" value={search.q} onChange={(q) => onChange({ q })} />
      {facets.map(([facet, label]) => (
        <FilterPill
          key={facet}
          label={label}
          value={inWords(search[facet]?.map(wordsOf[facet]))}
          onClear={() => onChange({ [facet]: undefined })}
        >
          {() => <Facet facet={facet} label={label} search={search} onChange={onChange} />}
        </FilterPill>
      ))}
      <RangePicker label="Requested" range={search} onChange={({ from, to }) => onChange({ from, to })} />
      {filterWords(search).length >= 2 ? (
        <Button kind="quiet" onClick={() => onChange(noFilters)}>
          Clear all
        </Button>
      ) : null}
    </search>
  )
}

/** A list in the words of a pill: at most two, then how many more. */
function inWords(words: readonly string[] | undefined): string | undefined {
  if (!words || words.length === 0) return undefined
  return words.length > 2 ? `${words.slice(0, 2).join(', ')} +${words.length - 2}` : words.join(', ')
}

function Facet({ facet, label, search, onChange }: TakedownFiltersProps & { facet: TakedownFacet; label: string }) {
  const options = useQuery(takedownOptionsQuery(useCompany(), facet))
  return (
    <FacetMenu
      label={label}
      options={options.data ?? (options.error ? [] : undefined)}
      chosen={search[facet] ?? []}
      render={(option) => <FacetWords facet={facet} option={option} />}
      onChange={(chosen) => {
        const next = chosen.length > 0 ? chosen : undefined
        // A status says itself whether the case runs, so every view is looked through.
        onChange(facet === 'status' && next ? { status: next, view: 'all' } : { [facet]: next })
      }}
    />
  )
}

function FacetWords({ facet, option }: { facet: TakedownFacet; option: Option }) {
  if (facet === 'severity') return <SeverityMark severity={option.value as Severity} />
  if (facet !== 'source') return option.label
  return (
    <span className={css.withIcon}>
      <SourceIcon source={option.value} />
      {option.label}
    </span>
  )
}
