import { IconArrowsSort } from '@tabler/icons-react'
import { severities, type Severity } from '@signet/contract/threats/severities'
import type { Kind } from '@signet/contract/threats/sources'
import type { Option } from '@signet/contract/wire'
import { useQuery } from '@tanstack/react-query'
import { useCompany } from '../../session/company.ts'
import { listOf } from '../../url/search-params.ts'
import { FacetMenu } from '../../ui/filters/facet-menu.tsx'
import { FilterPill } from '../../ui/filters/filter-pill.tsx'
import { severityOption } from '../../parts/threats/severity-mark.tsx'
import { SourceIcon } from '../../parts/threats/source-icon.tsx'
import { t } from './words.ts'
import css from './review-filters.module.css'
import { qaOptionsQuery } from './qa.api.ts'
import { reviewOrders, type ReviewOrder } from './review-search.ts'
import type { QaStage } from '@signet/contract/review/qa'
import { Inline } from '../../ui/layout/parts.tsx'
import { valueName } from '../../words/named/name-of.ts'

/** The filters that all QA lists share. */
export interface QaFilters {
  source?: string[] | undefined
  severity?: Severity[] | undefined
  type?: string[] | undefined
}

interface FiltersProps {
  kind: Kind
  stage: QaStage
  filters: QaFilters
  onChange: (filters: QaFilters) => void
}

const fields = ['source', 'severity', 'type'] as const
type Field = (typeof fields)[number]

/** Source, severity and type as pills, with the number of records in the stage. */
export function QaFilterPills({ kind, stage, filters, onChange }: FiltersProps) {
  const isMany = [filters.source, filters.severity, filters.type].filter(Boolean).length >= 2
  return (
    <>
      {fields.map((field) => (
        <FilterPill
          key={field}
          label={t(field)}
          value={valueOf(filters[field])}
          onClear={() => onChange({ ...filters, [field]: undefined })}
        >
          {() => (
            <Facets
              kind={kind}
              stage={stage}
              field={field}
              chosen={filters[field]}
              onChange={(chosen) =>
                onChange({ ...filters, [field]: field === 'severity' ? listOf(chosen, severities) : chosen })
              }
            />
          )}
        </FilterPill>
      ))}
      {isMany ? (
        <button type="button" className={css.clear} onClick={() => onChange({})}>
          {t('clearAll')}
        </button>
      ) : null}
    </>
  )
}

function valueOf(chosen: readonly string[] | undefined): string | undefined {
  if (!chosen) return undefined
  return chosen.length > 2 ? t('selectedCount', { count: chosen.length }) : chosen.map(valueName).join(', ')
}

interface FacetsProps {
  kind: Kind
  stage: QaStage
  field: Field
  chosen: string[] | undefined
  onChange: (chosen: string[] | undefined) => void
}

function Facets({ kind, stage, field, chosen, onChange }: FacetsProps) {
  const options = useQuery(qaOptionsQuery(useCompany(), kind, stage, field))
  return (
    <FacetMenu
      label={t(field)}
      options={options.data}
      query={options}
      chosen={chosen ?? []}
      render={(option) => <FacetWords field={field} option={option} />}
      onChange={(next) => onChange(next.length > 0 ? next : undefined)}
    />
  )
}

function FacetWords({ field, option }: { field: Field; option: Option }) {
  if (field === 'severity') return severityOption(option)
  if (field !== 'source') return valueName(option.label)
  return (
    <Inline as="span" is-inline>
      <SourceIcon source={option.value} />
      {valueName(option.label)}
    </Inline>
  )
}

/** The sort order of the review list. */
export function OrderSelect({ order, onChange }: { order: ReviewOrder; onChange: (order: ReviewOrder) => void }) {
  return (
    // Only the icon is visible; the native select lies on top of it.
    <span
      className={`${css.order} icon-link`}
      data-on={order === 'newest' ? undefined : ''}
      data-tip={t(`order.${order}`)}
    >
      <IconArrowsSort size={16} stroke={1.7} aria-hidden="true" />
      <select
        aria-label={t('sortBy')}
        value={order}
        onChange={(event) => onChange(reviewOrders.find((one) => one === event.target.value) ?? 'newest')}
      >
        {reviewOrders.map((one) => (
          <option key={one} value={one}>
            {t(`order.${one}`)}
          </option>
        ))}
      </select>
    </span>
  )
}
