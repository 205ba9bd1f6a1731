import type { Option } from '@signet/contract/wire'
import { IconFilter } from '@tabler/icons-react'
import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import { t } from './words.ts'
import { Button } from '../controls/button.tsx'
import { FacetMenu } from './facet-menu.tsx'
import { FilterPill } from './filter-pill.tsx'
import { RangePicker } from './range-picker.tsx'
import { SearchField } from '../controls/search-field.tsx'
import { Inline, Text } from '../layout/parts.tsx'
import { useCurrentInView } from '../layout/use-current-in-view.ts'
import { shortList } from './short-list.ts'

/** A filter of a list whose values can be selected. */
export interface Facet {
  key: string
  /** In the current language, e.g. `Source`. */
  label: string
  chosen: readonly string[] | undefined
  /** The label of a value. */
  wordOf: (value: string) => string
  /** Loads the occurring values with their counts when the menu opens. */
  // The type of the query key doesn't matter here.
  // oxlint-disable-next-line typescript/no-explicit-any
  options: UseQueryOptions<Option[], Error, Option[], any>
  render?: (option: Option) => ReactNode
  /** Shares a menu with other such filters, so that the filters fit on one line. A single one is a pill like the others. */
  isMore?: boolean
}

interface FacetFiltersProps {
  /** The accessible name of the search landmark, e.g. `Filter takedowns`. */
  label: string
  /** The accessible name of the search field. */
  searchLabel: string
  /** The label of the range, e.g. `Requested`. */
  rangeLabel: string
  search: { q?: string | undefined; from?: string | undefined; to?: string | undefined }
  facets: readonly Facet[]
  onChange: (changes: Record<string, string | string[] | undefined>) => void
  onClear: () => void
}

/** The current filters as text: `Source: Domain`. */
export function filterWords(
  { q, from, to }: FacetFiltersProps['search'],
  facets: readonly Pick<Facet, 'label' | 'chosen' | 'wordOf'>[],
  rangeWords: string,
): string[] {
  return [
    ...(q ? [t('searchText', { text: q })] : []),
    ...facets.flatMap(({ label, chosen, wordOf }) => (chosen ? [`${label}: ${chosen.map(wordOf).join(', ')}`] : [])),
    ...(from || to ? [rangeWords] : []),
  ]
}

/** Search, facets and a date range for a list. All of them are stored in the URL. */
export function FacetFilters({ label, searchLabel, rangeLabel, search, facets, onChange, onClear }: FacetFiltersProps) {
  const set = facets.filter(({ isMore }) => isMore)
  const more = set.length > 1 ? set : []
  const words = filterWords(search, facets, rangeLabel)
  const row = useRef<HTMLElement>(null)
  useCurrentInView(row, '[data-on]', words.join())
  return (
    <Inline ref={row} as="search" align="stretch" wrap="or-scroll" aria-label={label}>
      <SearchField label={searchLabel} value={search.q} onChange={(q) => onChange({ q })} />
      {facets
        .filter((facet) => !more.includes(facet))
        .map((facet) => (
          <FilterPill
            key={facet.key}
            label={facet.label}
            value={shortList(facet.chosen?.map(facet.wordOf))}
            onClear={() => onChange({ [facet.key]: undefined })}
          >
            {() => <Menu facet={facet} onChange={onChange} />}
          </FilterPill>
        ))}
      <RangePicker label={rangeLabel} range={search} onChange={({ from, to }) => onChange({ from, to })} />
      {more.length > 0 && (
        <FilterPill
          label={t('moreFilters')}
          value={shortList(more.flatMap(({ chosen, wordOf }) => chosen?.map(wordOf) ?? []))}
          icon={<IconFilter size={16} stroke={1.7} aria-hidden="true" />}
          onClear={() => onChange(Object.fromEntries(more.map(({ key }) => [key, undefined])))}
        >
          {() =>
            more.map((facet) => (
              <section key={facet.key}>
                <Text as="h2" pad="3 3 1" tone="faint" size="meta">
                  {facet.label}
                </Text>
                <Menu facet={facet} onChange={onChange} />
              </section>
            ))
          }
        </FilterPill>
      )}
      {words.length >= 2 ? (
        <Button kind="quiet" onClick={onClear}>
          {t('clearAll')}
        </Button>
      ) : null}
    </Inline>
  )
}

function Menu({ facet, onChange }: { facet: Facet; onChange: FacetFiltersProps['onChange'] }) {
  const options = useQuery(facet.options)
  return (
    <FacetMenu
      label={facet.label}
      options={options.data}
      query={options}
      chosen={facet.chosen ?? []}
      render={facet.render ?? (({ value }) => facet.wordOf(value))}
      onChange={(chosen) => onChange({ [facet.key]: chosen.length > 0 ? chosen : undefined })}
    />
  )
}
