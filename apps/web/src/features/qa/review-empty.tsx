import { Link } from '@tanstack/react-router'
import type { QaCounts } from '@signet/contract/qa'
import { exactNumber } from '../../format/exact-number.ts'
import { Button } from '../../ui/button.tsx'
import { StateBlock } from '../../ui/data-state.tsx'
import css from './review-page.module.css'

/** Nothing is left: a good word, what was done today, and the next queue. */
export function AllReviewed({ counts }: { counts: QaCounts | undefined }) {
  return (
    <StateBlock
      title="All reviewed"
      action={
        counts ? (
          <p className={css.next}>
            {counts.deletionsWaiting > 0 ? (
              <Link to="/QA/deletionQueue">Deletion queue: {exactNumber(counts.deletionsWaiting)}</Link>
            ) : null}
            {counts.watched > 0 ? <Link to="/QA/watchlist">Watchlist: {exactNumber(counts.watched)}</Link> : null}
          </p>
        ) : null
      }
    >
      {counts
        ? `You reviewed ${exactNumber(counts.reviewedTodayByMe)} today; ${exactNumber(counts.publishedToday)} were published.`
        : 'Nothing waits for review.'}
    </StateBlock>
  )
}

/** The filters leave nothing; they are named and can be taken away. */
export function NothingMatches({ filters, onClear }: { filters: readonly string[]; onClear: () => void }) {
  return (
    <StateBlock title="No threat matches" action={<Button onClick={onClear}>Clear filters</Button>}>
      Filtered by {filters.join('; ')}.
    </StateBlock>
  )
}
