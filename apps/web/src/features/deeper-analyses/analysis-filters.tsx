import { analysisStatusLabels, type AnalysisStatus } from '@signet/contract/deeper-analyses'
import type { Severity } from '@signet/contract/severities'
import { anySourceOf, everySource } from '@signet/contract/sources'
import { useCompany } from '../../session/company.ts'
import { FacetFilters, filterWords, type Facet } from '../../ui/facet-filters.tsx'
import { SeverityMark } from '../../ui/severity-mark.tsx'
import { msg, t } from '../../words/words.ts'
import { analysisOptionsQuery, type AnalysisFacet } from './analyses.api.ts'
import type { AnalysisSearch } from './analysis-search.ts'

/** All filters off; the view stays. */
export const noFilters = {
  q: undefined,
  source: undefined,
  severity: undefined,
  type: undefined,
  status: undefined,
  from: undefined,
  to: undefined,
} as const satisfies AnalysisSearch

const wordsOf: Record<AnalysisFacet, (value: string) => string> = {
  source: (value) => {
    const source = anySourceOf(value)
    return source ? t(everySource[source].label) : value
  },
  severity: (value) => t(value),
  type: (value) => t(value),
  status: (value) => t(analysisStatusLabels[value as AnalysisStatus] ?? value),
}

const facets = [
  ['source', msg('Source')],
  ['type', msg('Type')],
  ['severity', msg('Severity')],
  ['status', msg('Status')],
] as const satisfies readonly (readonly [AnalysisFacet, string])[]

function facetsOf(company: string, search: AnalysisSearch): Facet[] {
  return facets.map(([key, label]) => ({
    key,
    label: t(label),
    chosen: search[key],
    wordOf: wordsOf[key],
    options: analysisOptionsQuery(company, key),
    ...(key === 'severity' ? { render: ({ value }) => <SeverityMark severity={value as Severity} /> } : {}),
  }))
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
