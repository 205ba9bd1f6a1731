import { IconArrowsSort } from '@tabler/icons-react'
import { severities, type Severity } from '@signet/contract/threats/severities'
import type { Kind } from '@signet/contract/threats/sources'
import { Suspense } from 'react'
import { lazy } from '../../api/lazy.ts'
import { listOf } from '../../url/search-params.ts'
import { Skeleton } from '../../ui/feedback/data-state.tsx'
import { FilterPill } from '../../ui/filters/filter-pill.tsx'
import { t } from './words.ts'
import { Box } from '../../ui/layout/parts.tsx'
import css from './review-filters.module.css'
import type { ReviewFacet } from './review-facets.tsx'
import { reviewOrders, usualOrder, type ReviewOrder } from './review-search.ts'
import type { QaStage } from '@signet/contract/review/qa'
import { valueName } from '../../words/named/name-of.ts'

const ReviewFacets = lazy(() => import('./review-facets.tsx').then((part) => ({ default: part.ReviewFacets })))

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

const fields = ['source', 'severity', 'type'] as const satisfies readonly ReviewFacet[]

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
            <Suspense fallback={<Skeleton />}>
              <ReviewFacets
                kind={kind}
                stage={stage}
                field={field}
                chosen={filters[field]}
                onChange={(chosen) =>
                  onChange({ ...filters, [field]: field === 'severity' ? listOf(chosen, severities) : chosen })
                }
              />
            </Suspense>
          )}
        </FilterPill>
      ))}
      {isMany ? (
        <Box
          as="button"
          type="button"
          least={32}
          pad="0 2"
          tone="accent"
          weight="medium"
          className={css.clear}
          onClick={() => onChange({})}
        >
          {t('clearAll')}
        </Box>
      ) : null}
    </>
  )
}

function valueOf(chosen: readonly string[] | undefined): string | undefined {
  if (!chosen) return undefined
  return chosen.length > 2 ? t('selectedCount', { count: chosen.length }) : chosen.map(valueName).join(', ')
}

/** The sort order of the review list. */
export function OrderSelect({ order, onChange }: { order: ReviewOrder; onChange: (order: ReviewOrder) => void }) {
  return (
    // Only the icon is visible; the native select lies on top of it.
    <span
      className={`${css.order} icon-link`}
      data-on={order === usualOrder ? undefined : ''}
      data-tip={t(`order.${order}`)}
    >
      <IconArrowsSort size={16} stroke={1.7} aria-hidden="true" />
      <select
        aria-label={t('sortBy')}
        value={order}
        onChange={(event) => onChange(reviewOrders.find((one) => one === event.target.value) ?? usualOrder)}
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
