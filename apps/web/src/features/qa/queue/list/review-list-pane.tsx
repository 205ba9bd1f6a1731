import type { QaCounts } from '@signet/contract/review/qa'
import type { Kind } from '@signet/contract/threats/sources'
import type { UseQueryResult } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import { FailedParts } from '../../../../ui/feedback/data-state.tsx'
import { Inline, Stack } from '../../../../ui/layout/parts.tsx'
import { Explained } from '../../../../ui/text/explained.tsx'
import { ReviewNarrowing } from '../lazy-parts.ts'
import { t } from '../words.ts'
import css from '../review-page.module.css'
import { unfiltered, type ReviewSearch } from '../../review-search.ts'

interface ReviewListPaneProps {
  kind: Kind
  counted: UseQueryResult<QaCounts>
  /** The number of records that match the filters; null when no filter is set. */
  matching: number | null
  search: ReviewSearch
  onSearch: (search: ReviewSearch) => void
  /** Above everything: the way on through the queues of all companies. */
  above: ReactNode
  /** Shown next to the number: the menu for claiming threats and the link to the statistics. */
  tools: ReactNode
  /** Below the number: the filters by due time and by claims, and the age of the oldest. */
  claims: ReactNode
  /** Next to the number of matches: selects them all. */
  selectAll: ReactNode
  children: ReactNode
}

/** The number of records in the queue, the filters, and the list below them. */
export function ReviewListPane({
  kind,
  counted,
  matching,
  search,
  onSearch,
  above,
  tools,
  claims,
  selectAll,
  children,
}: ReviewListPaneProps) {
  const counts = counted.data
  return (
    <section className={`${css.listPane} tall`} aria-label={t('queue')} data-tips-within="">
      {above}
      <Stack as="header" gap={2} pad="3 3" line="below" className={css.listHead}>
        <Stack gap={1}>
          <Inline wrap gap="1 2">
            <h2>
              {counts ? (
                <Explained about={t('about.waiting')}>{t('waitingCount', { count: counts.waiting })}</Explained>
              ) : (
                t('waiting')
              )}
            </h2>
            {tools}
          </Inline>
          {claims}
        </Stack>
        <FailedParts of={[counted]}>{t('countsFailed')}</FailedParts>
        <Suspense fallback={<div className={css.narrowing} />}>
          <ReviewNarrowing kind={kind} search={search} onSearch={onSearch} />
        </Suspense>
        {/* Without a match, the message below says so. */}
        {matching ? (
          <Inline as="p" gap={3} wrap size="meta" tone="quiet" num>
            {t('matchCount', { count: matching })}
            {selectAll}
            {search.like || search.import ? (
              <button type="button" className="link" onClick={() => onSearch({ ...search, ...unfiltered })}>
                {t('showFullQueue')}
              </button>
            ) : null}
          </Inline>
        ) : null}
      </Stack>
      {children}
    </section>
  )
}
