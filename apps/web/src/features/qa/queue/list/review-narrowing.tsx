import type { Kind } from '@signet/contract/threats/sources'
import { SearchField } from '../../../../ui/controls/search-field.tsx'
import { Inline } from '../../../../ui/layout/parts.tsx'
import { kindWords } from '../../qa-kind.ts'
import { OrderSelect, QaFilterPills } from '../../review-filters.tsx'
import { usualOrder, type ReviewSearch } from '../../review-search.ts'
import css from '../review-page.module.css'

/** The text search, the order and the filters of the queue. */
export function ReviewNarrowing({
  kind,
  search,
  onSearch,
}: {
  kind: Kind
  search: ReviewSearch
  onSearch: (search: ReviewSearch) => void
}) {
  return (
    <>
      <Inline>
        <SearchField
          label={kindWords[kind].search()}
          value={search.q}
          className={css.search}
          onChange={(q) => onSearch({ ...search, q })}
        />
        <OrderSelect
          order={search.order ?? usualOrder}
          onChange={(order) => onSearch({ ...search, order: order === usualOrder ? undefined : order })}
        />
      </Inline>
      <Inline align="stretch" wrap="or-scroll">
        <QaFilterPills
          kind={kind}
          stage="queued"
          filters={search}
          onChange={({ source, severity, type }) => onSearch({ ...search, source, severity, type })}
        />
      </Inline>
    </>
  )
}
