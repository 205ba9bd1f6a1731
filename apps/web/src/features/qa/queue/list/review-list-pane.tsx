import type { QaCounts } from '@signet/contract/review/qa'
import type { Kind } from '@signet/contract/threats/sources'
import type { ReactNode } from 'react'
import { timeAgo, withinSentence } from '../../../../format/time/time-ago.ts'
import { Inline, Stack, Text } from '../../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { OrderSelect, QaFilterPills } from '../../review-filters.tsx'
import css from '../review-page.module.css'
import { unfiltered, type ReviewSearch } from '../../review-search.ts'

interface ReviewListPaneProps {
  kind: Kind
  counts: QaCounts | undefined
  /** The number of records that match the filters; null when no filter is set. */
  matching: number | null
  search: ReviewSearch
  now: Date
  onSearch: (search: ReviewSearch) => void
  /** Shown next to the number: the menu for claiming threats and the link to the statistics. */
  tools: ReactNode
  /** Shown below the filters: the filter by claims, or nothing while there are none. */
  claims: ReactNode
  children: ReactNode
}

/** The number of records in the queue, the filters, and the list below them. */
export function ReviewListPane({
  kind,
  counts,
  matching,
  search,
  now,
  onSearch,
  tools,
  claims,
  children,
}: ReviewListPaneProps) {
  return (
    <section className={css.listPane} aria-label={t('queue')}>
      <Stack as="header" gap={2} className={css.listHead}>
        <Inline>
          <h2>
            {counts ? t('waitingCount', { count: counts.waiting }) : t('waiting')}
            {counts?.oldest ? (
              <small>{t('oldestAge', { age: withinSentence(timeAgo(counts.oldest, now)) })}</small>
            ) : null}
          </h2>
          {tools}
        </Inline>
        <Inline align="stretch" wrap>
          <QaFilterPills
            kind={kind}
            stage="queued"
            filters={search}
            onChange={({ source, severity, type }) => onSearch({ ...search, source, severity, type })}
          />
          <OrderSelect
            order={search.order ?? 'newest'}
            onChange={(order) => onSearch({ ...search, order: order === 'newest' ? undefined : order })}
          />
        </Inline>
        {claims}
        {matching === null ? null : (
          <Text as="p" size="meta" tone="quiet" num>
            {t('matchCount', { count: matching })}
            {(search.like || search.import) && matching > 0 ? (
              <button type="button" className="link" onClick={() => onSearch({ ...search, ...unfiltered })}>
                {t('showFullQueue')}
              </button>
            ) : null}
          </Text>
        )}
      </Stack>
      {children}
    </section>
  )
}
