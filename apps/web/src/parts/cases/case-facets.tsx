import { isOneOf, keysIn } from '@signet/contract/narrow'
import { dueFilters } from '@signet/contract/takedowns/cases'
import { assignedFilters } from '@signet/contract/threats/assignees'
import { dueFilterLabel, dueFilterName, dueFilterWord } from './due-filter.ts'
import { t } from './words.ts'
import type { Facet } from '../../ui/filters/facet-filters.tsx'
import { severityOption } from '../threats/severity-mark.tsx'
import { SourceName, sourceWord } from '../threats/source-name.tsx'
import { valueName } from '../../words/named/name-of.ts'

/* Takedowns and deeper analyses share the same filters. The names of the statuses and the calls for values differ. */

/** Clears all filters of a list of cases but keeps its view. */
export const noFilters = {
  q: undefined,
  source: undefined,
  severity: undefined,
  type: undefined,
  status: undefined,
  assigned: undefined,
  due: undefined,
  from: undefined,
  to: undefined,
} as const

const labels = {
  source: 'source',
  type: 'type',
  severity: 'severity',
  status: 'status',
} as const
export type CaseFacet = keyof typeof labels

interface CaseFacets {
  search: { [K in CaseFacet | 'assigned' | 'due']?: readonly string[] | undefined }
  statusLabels: Record<string, string>
  optionsOf: (facet: CaseFacet) => Facet['options']
}

const assignedOptions = () => assignedFilters.map((value) => ({ value, label: t(`assigned.${value}`) }))

/** The filter by assignee. */
const assignedFacet = (chosen: readonly string[] | undefined): Facet => ({
  key: 'assigned',
  label: t('assignee'),
  chosen,
  wordOf: (value) => assignedOptions().find((option) => option.value === value)?.label ?? value,
  options: { queryKey: ['assigned'], queryFn: assignedOptions },
})

const dueOptions = () => dueFilters.map((value) => ({ value, label: dueFilterName(value) }))

/** The filter by target time or due date. */
const dueFacet = (chosen: readonly string[] | undefined): Facet => ({
  key: 'due',
  label: dueFilterLabel(),
  chosen,
  wordOf: (value) => (isOneOf(dueFilters, value) ? dueFilterWord(value) : value),
  render: ({ label }) => label,
  options: { queryKey: ['due'], queryFn: dueOptions },
})

/** The filters of a list of cases that have selectable values. */
export function caseFacets({ search, statusLabels, optionsOf }: CaseFacets): Facet[] {
  const facets = keysIn(labels).map((key): Facet => ({
    key,
    label: t(labels[key]),
    chosen: search[key],
    wordOf: (value) => {
      if (key === 'status') return valueName(statusLabels[value] ?? value)
      return key === 'source' ? sourceWord(value) : valueName(value)
    },
    options: optionsOf(key),
    ...(key === 'severity' ? { render: severityOption } : {}),
    ...(key === 'source' ? { render: ({ value }) => <SourceName source={value} /> } : {}),
  }))
  return [...facets, assignedFacet(search.assigned), dueFacet(search.due)]
}
