import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { QaCounts } from '@signet/contract/review/qa'
import type { Kind } from '@signet/contract/threats/sources'
import { exactNumber } from '../../../../format/numbers/exact-number.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { StateBlock } from '../../../../ui/feedback/data-state.tsx'
import { Inline } from '../../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { filterWords } from '../../filter-words.ts'
import { kindWords, pathsOf } from '../../qa-kind.ts'
import type { ReviewSearch } from '../../review-search.ts'
import { searchOf } from '../../../../url/page-search.ts'
import { useSwitchCompany } from '../../../../navigation/switch-company.ts'
import { useCompany } from '../../../../session/company.ts'
import { backlogQuery } from '../../backlog/backlog.api.ts'
import { useDeletionsLink } from '../../stages/use-deletions.ts'

interface NothingWaitingProps {
  kind: Kind
  search: ReviewSearch
  counts: QaCounts | undefined
  onClear: () => void
}

/** Why no record is shown, and where work is left. */
export function NothingWaiting({ kind, search, counts, onClear }: NothingWaitingProps) {
  const filters = filterWords(kind, search)
  if (filters.length === 0) return <AllReviewed kind={kind} counts={counts} />
  if (search.like && filters.length === 1) return <SharersDecided onClear={onClear} />
  return <NothingMatches kind={kind} filters={filters} waiting={counts?.waiting} onClear={onClear} />
}

/** The empty queue: a short message, today's decisions, and a link to the next queue. */
function AllReviewed({ kind, counts }: { kind: Kind; counts: QaCounts | undefined }) {
  const deletions = useDeletionsLink(kind)
  return (
    <StateBlock
      title={t('allReviewed')}
      action={
        counts ? (
          <Inline gap="2 4" above={3} wrap justify="center">
            {counts.deletionsWaiting > 0 ? (
              <Link to={deletions.to} search={searchOf(deletions.search)}>
                {t('deletionQueueCount', { count: exactNumber(counts.deletionsWaiting) })}
              </Link>
            ) : null}
            {counts.watched > 0 ? (
              <Link to={pathsOf[kind].watchlist}>{t('watchlistCount', { count: exactNumber(counts.watched) })}</Link>
            ) : null}
            <NextQueue kind={kind} />
          </Inline>
        ) : null
      }
    >
      {counts
        ? t('reviewedAndPublishedToday', {
            mine: exactNumber(counts.reviewedTodayByMe),
            published: exactNumber(counts.publishedToday),
          })
        : t('nothingToReview')}
    </StateBlock>
  )
}

/** Leads to the most urgent queue of another company, if the reviewer has one. */
function NextQueue({ kind, isPrimary = true }: { kind: Kind; isPrimary?: boolean }) {
  const company = useCompany()
  const backlog = useQuery(backlogQuery(kind))
  const switchTo = useSwitchCompany()
  const next = backlog.data?.find((other) => other.company !== company && other.waiting > 0)
  if (!next) return null
  return (
    <Button kind={isPrimary ? 'primary' : 'plain'} onClick={() => void switchTo(next.company, pathsOf[kind].queued)}>
      {t('nextQueue', { company: next.name, count: next.waiting })}
    </Button>
  )
}

/** All records that share traits with the chosen one are decided. */
function SharersDecided({ onClear }: { onClear: () => void }) {
  return (
    <StateBlock title={t('sharersReviewed')} action={<Button onClick={onClear}>{t('showFullQueue')}</Button>}>
      {t('sharersReviewedText')}
    </StateBlock>
  )
}

/** Nothing matches the filters. They are named and can be cleared; without them, there may be work in this queue or in the next one. */
function NothingMatches({
  kind,
  filters,
  waiting,
  onClear,
}: {
  kind: Kind
  filters: readonly string[]
  waiting: number | undefined
  onClear: () => void
}) {
  return (
    <StateBlock
      title={kindWords[kind].noMatch()}
      action={
        <Inline gap={2} above={3} wrap justify="center">
          <Button kind={waiting === 0 ? 'plain' : 'primary'} onClick={onClear}>
            {t('clearFilters')}
          </Button>
          <NextQueue kind={kind} isPrimary={waiting === 0} />
        </Inline>
      }
    >
      {t('filteredByFilters', { filters: filters.join('; ') })}
      {waiting === undefined ? null : <> {t('waitingWithoutFilters', { count: waiting })}</>}
    </StateBlock>
  )
}
