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

/** Source, severity and type as pills, with the number of records in the stage. */
export function QaFilterPills({ kind, stage, filters, onChange }: FiltersProps) {
  const isMany = [filters.source, filters.severity, filters.type].filter(Boolean).length >= 2
  return (
    <>
      <FilterPill
        label={t('source')}
        value={valueOf(filters.source)}
        onClear={() => onChange({ ...filters, source: undefined })}
      >
        {() => (
          <Facets
            kind={kind}
            stage={stage}
            field="source"
            label={t('source')}
            chosen={filters.source}
            onChange={(source) => onChange({ ...filters, source })}
          />
        )}
      </FilterPill>
      <FilterPill
        label={t('severity')}
        value={valueOf(filters.severity)}
        onClear={() => onChange({ ...filters, severity: undefined })}
      >
        {() => (
          <Facets
            kind={kind}
            stage={stage}
            field="severity"
            label={t('severity')}
            chosen={filters.severity}
            onChange={(severity) => onChange({ ...filters, severity: listOf(severity, severities) })}
          />
        )}
      </FilterPill>
      <FilterPill
        label={t('type')}
        value={valueOf(filters.type)}
        onClear={() => onChange({ ...filters, type: undefined })}
      >
        {() => (
          <Facets
            kind={kind}
            stage={stage}
            field="type"
            label={t('type')}
            chosen={filters.type}
            onChange={(type) => onChange({ ...filters, type })}
          />
        )}
      </FilterPill>
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
  field: 'source' | 'severity' | 'type'
  label: string
  chosen: string[] | undefined
  onChange: (chosen: string[] | undefined) => void
}

function Facets({ kind, stage, field, label, chosen, onChange }: FacetsProps) {
  const options = useQuery(qaOptionsQuery(useCompany(), kind, stage, field))
  return (
    <FacetMenu
      label={label}
      options={options.data ?? (options.error ? [] : undefined)}
      chosen={chosen ?? []}
      render={(option) => <FacetWords field={field} option={option} />}
      onChange={(next) => onChange(next.length > 0 ? next : undefined)}
    />
  )
}

function FacetWords({ field, option }: { field: 'source' | 'severity' | 'type'; option: Option }) {
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
