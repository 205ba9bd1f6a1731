import type { QaCounts } from '@signet/contract/qa'
import type { ReactNode } from 'react'
import { exactNumber } from '../../format/exact-number.ts'
import { timeAgo } from '../../format/time-ago.ts'
import { OrderSelect, QaFilterPills } from './review-filters.tsx'
import css from './review-page.module.css'
import type { ReviewSearch } from './review-search.ts'

interface ReviewListPaneProps {
  counts: QaCounts | undefined
  /** How many the filters leave, when any is set. */
  matching: number | null
  search: ReviewSearch
  now: Date
  onSearch: (search: ReviewSearch) => void
  children: ReactNode
}

/** How much waits, the filters, and the list under them. */
export function ReviewListPane({ counts, matching, search, now, onSearch, children }: ReviewListPaneProps) {
  return (
    <section className={css.listPane} aria-label="Queue">
      <header className={css.listHead}>
        <div className={css.listTop}>
          <h2>
            {counts ? `${exactNumber(counts.waiting)} waiting` : 'Waiting'}
            {counts?.oldest ? <small>oldest {timeAgo(counts.oldest, now)}</small> : null}
          </h2>
          <OrderSelect
            order={search.order ?? 'newest'}
            onChange={(order) => onSearch({ ...search, order: order === 'newest' ? undefined : order })}
          />
        </div>
        <div className={css.pills}>
          <QaFilterPills
            stage="queued"
            filters={search}
            onChange={({ source, severity, type }) => onSearch({ ...search, source, severity, type })}
          />
        </div>
        {matching === null ? null : <p className={`${css.match} num`}>{exactNumber(matching)} match</p>}
      </header>
      {children}
    </section>
  )
}
