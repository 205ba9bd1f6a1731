import { Suspense } from 'react'
import { NoData, Skeleton } from '../../../../ui/feedback/data-state.tsx'
import { NewRows } from '../../../../ui/grid/new-rows.tsx'
import { phone } from '../../../../ui/layout/use-media.ts'
import { NothingWaiting } from '../lazy-parts.ts'
import { t } from '../words.ts'
import { unfiltered, usualOrder } from '../../review-search.ts'
import { ReviewList } from './review-list.tsx'
import { Box } from '../../../../ui/layout/parts.tsx'
import type { ReviewDesk } from '../use-review-desk.ts'
import type { ReviewQueue } from '../use-review-queue.ts'

/** The threats in the queue, or the reason why none are shown. */
export function ReviewWaiting({
  queue: { kind, search, list, counts, shown, fresh, refresh, review, cursor, goTo },
  desk,
  now,
}: {
  queue: ReviewQueue
  desk: ReviewDesk
  now: Date
}) {
  return (
    <>
      <NewRows count={fresh} onShow={refresh} />
      {list.data ? (
        shown.length === 0 ? (
          <Suspense>
            <NothingWaiting kind={kind} search={search} counts={counts} onClear={() => goTo(unfiltered)} />
          </Suspense>
        ) : (
          <ReviewList
            kind={kind}
            threats={shown}
            currentId={cursor.currentId}
            selected={desk.selected}
            failures={review.failures}
            claims={desk.claims}
            now={now}
            isByPromise={(search.order ?? usualOrder) === 'promised'}
            stepsTaken={desk.stepsTaken}
            onOpen={(id) => {
              cursor.moveTo(id)
              if (matchMedia(phone).matches) goTo({ id, step: 'evidence' }, false)
            }}
            onSelect={desk.select}
          />
        )
      ) : (
        <NoData
          query={list}
          what={t('queueWhat')}
          loading={
            <Box pad={4}>
              <Skeleton lines={12} />
            </Box>
          }
        />
      )}
    </>
  )
}
