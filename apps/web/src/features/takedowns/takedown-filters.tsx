import { takedownStatusLabels } from '@signet/contract/takedowns'
import { useCompany } from '../../session/company.ts'
import { caseFacets, noFilters, sourceWord } from '../../ui/case-facets.tsx'
import { FacetFilters, filterWords, type Facet } from '../../ui/facet-filters.tsx'
import { SourceIcon } from '../../ui/source-icon.tsx'
import { t } from '../../words/words.ts'
import type { TakedownSearch } from './takedown-search.ts'
import { takedownOptionsQuery } from './takedowns.api.ts'
import css from './takedowns-page.module.css'

function facetsOf(company: string, search: TakedownSearch): Facet[] {
  return caseFacets({
    search,
    statusLabels: takedownStatusLabels,
    optionsOf: (facet) => takedownOptionsQuery(company, facet),
    renderSource: ({ value }) => (
      <span className={css.withIcon}>
        <SourceIcon source={value} />
        {sourceWord(value)}
      </span>
    ),
  })
}

/** The filters in force, in words. */
export function useFilterWords(search: TakedownSearch): string[] {
  return filterWords(search, facetsOf(useCompany(), search), t('Requested in a range'))
}

interface TakedownFiltersProps {
  search: TakedownSearch
  onChange: (changes: TakedownSearch) => void
}

/** Search, four facets and the range of the request. */
export function TakedownFilters({ search, onChange }: TakedownFiltersProps) {
  return (
    <FacetFilters
      label={t('Filter takedowns')}
      searchLabel={t('Search takedowns')}
      rangeLabel={t('Requested')}
      search={search}
      facets={facetsOf(useCompany(), search)}
      // A status says itself whether the case runs, so every view is looked through.
      onChange={(changes) => onChange(changes['status'] ? { ...changes, view: 'all' } : changes)}
      onClear={() => onChange(noFilters)}
    />
  )
}
