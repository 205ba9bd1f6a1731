import { analysisStatusLabels } from '@signet/contract/deeper-analyses'
import { useCompany } from '../../session/company.ts'
import { caseFacets, noFilters } from '../../ui/case-facets.tsx'
import { FacetFilters, filterWords, type Facet } from '../../ui/facet-filters.tsx'
import { t } from '../../words/words.ts'
import { analysisOptionsQuery } from './analyses.api.ts'
import type { AnalysisSearch } from './analysis-search.ts'

function facetsOf(company: string, search: AnalysisSearch): Facet[] {
  return caseFacets({
    search,
    statusLabels: analysisStatusLabels,
    optionsOf: (facet) => analysisOptionsQuery(company, facet),
  })
}

/** The filters in force, in words. */
export function useFilterWords(search: AnalysisSearch): string[] {
  return filterWords(search, facetsOf(useCompany(), search), t('Requested in a range'))
}

/** Search, four facets and the range of the request. */
export function AnalysisFilters({
  search,
  onChange,
}: {
  search: AnalysisSearch
  onChange: (changes: AnalysisSearch) => void
}) {
  return (
    <FacetFilters
      label={t('Filter deeper analyses')}
      searchLabel={t('Search deeper analyses')}
      rangeLabel={t('Requested')}
      search={search}
      facets={facetsOf(useCompany(), search)}
      // A status says itself whether the case is open, so every view is looked through.
      onChange={(changes) => onChange(changes['status'] ? { ...changes, view: 'all' } : changes)}
      onClear={() => onChange(noFilters)}
    />
  )
}
