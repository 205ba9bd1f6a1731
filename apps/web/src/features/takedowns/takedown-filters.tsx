import type { Severity } from '@signet/contract/severities'
import { anySourceOf, everySource } from '@signet/contract/sources'
import { takedownStatusLabels, type TakedownStatus } from '@signet/contract/takedowns'
import { useCompany } from '../../session/company.ts'
import { FacetFilters, filterWords, type Facet } from '../../ui/facet-filters.tsx'
import { SeverityMark } from '../../ui/severity-mark.tsx'
import { SourceIcon } from '../../ui/source-icon.tsx'
import { msg, t } from '../../words/words.ts'
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
    return source ? t(everySource[source].label) : value
  },
  severity: (value) => t(value),
  type: (value) => t(value),
  status: (value) => t(takedownStatusLabels[value as TakedownStatus] ?? value),
}

const facets = [
  ['source', msg('Source')],
  ['type', msg('Type')],
  ['severity', msg('Severity')],
  ['status', msg('Status')],
] as const satisfies readonly (readonly [TakedownFacet, string])[]

function facetsOf(company: string, search: TakedownSearch): Facet[] {
  return facets.map(([key, label]) => ({
    key,
    label: t(label),
    chosen: search[key],
    wordOf: wordsOf[key],
    options: takedownOptionsQuery(company, key),
    ...(key === 'severity' ? { render: ({ value }) => <SeverityMark severity={value as Severity} /> } : {}),
    ...(key === 'source'
      ? {
          render: ({ value }) => (
            <span className={css.withIcon}>
              <SourceIcon source={value} />
              {wordsOf.source(value)}
            </span>
          ),
        }
      : {}),
  }))
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
