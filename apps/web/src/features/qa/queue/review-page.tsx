import type { Kind } from '@signet/contract/threats/sources'
import { Suspense } from 'react'
import { useCompany } from '../../../session/company.ts'
import { FailedBlock } from '../../../ui/feedback/data-state.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { Box } from '../../../ui/layout/parts.tsx'
import { useNow } from '../../../ui/text/use-now.ts'
import { t } from './words.ts'
import { filterWords } from '../filter-words.ts'
import { kindWords } from '../qa-kind.ts'
import { ReviewListPane } from './list/review-list-pane.tsx'
import { AcrossQueues, ReviewBulkBar, ReviewClaims, ReviewTools, SelectAll } from './lazy-parts.ts'
import css from './review-page.module.css'
import { unfiltered, type ReviewSearch } from '../review-search.ts'
import { ReviewThreat } from '../review/review-threat.tsx'
import { ReviewDialogs } from './review-dialogs.tsx'
import { ReviewWaiting } from './list/review-waiting.tsx'
import { useReviewDesk } from './use-review-desk.ts'
import { useReviewQueue } from './use-review-queue.ts'

/** The threat review queue: publish, watch or delete one record after another. */
export function ReviewPage() {
  return <ReviewOf kind="threat" />
}

/** The tout review queue. */
export function ToutReviewPage() {
  return <ReviewOf kind="tout" />
}

function ReviewOf({ kind }: { kind: Kind }) {
  const company = useCompany()
  return (
    <Page title={kindWords[kind].review()} layout="fill">
      {/* The key resets the state when the company or the kind changes. */}
      <Review key={`${company} ${kind}`} company={company} kind={kind} />
    </Page>
  )
}

function Review({ company, kind }: { company: string; kind: Kind }) {
  const now = useNow()
  const queue = useReviewQueue(company, kind)
  const desk = useReviewDesk(queue)
  const { search, goTo, list, counts, review, shown, cursor, detail, threat } = queue
  const { chosen, claims } = desk
  const narrow = (changes: Partial<ReviewSearch>) => {
    desk.keepToShown()
    goTo({ ...changes, id: undefined, step: undefined })
  }
  const words = filterWords(kind, search)
  // What was decided since the list was loaded no longer matches.
  const total = list.data ? list.data.total - (list.data.items.length - shown.length) : 0
  const selectAll = (
    <Suspense>
      <SelectAll
        company={company}
        kind={kind}
        search={search}
        total={total}
        selected={chosen.length}
        onSelect={desk.selectAll}
      />
    </Suspense>
  )
  const hasFailed = cursor.currentId !== null && detail.error !== null
  const isEmpty = list.data !== undefined && shown.length === 0 && !threat && !hasFailed
  return (
    <div className={css.layout} data-review={search.step ?? 'list'} data-empty={isEmpty || undefined}>
      <output className="visually-hidden">{review.announcement}</output>
      <ReviewListPane
        kind={kind}
        counted={queue.counted}
        matching={words.length > 0 ? total : null}
        search={search}
        above={
          search.across && (
            <Suspense fallback={<Box least={48} />}>
              <AcrossQueues queue={queue} order={search.across} />
            </Suspense>
          )
        }
        tools={
          <Suspense>
            <ReviewTools
              kind={kind}
              company={company}
              secondReviews={counts?.secondReviews ?? 0}
              onClaimed={() => narrow({ mine: '1' })}
            />
          </Suspense>
        }
        claims={
          <Suspense fallback={<Box least={24} />}>
            <ReviewClaims
              claims={kind === 'threat' ? claims : undefined}
              counts={counts}
              now={now}
              search={search}
              onSearch={narrow}
            />
          </Suspense>
        }
        selectAll={selectAll}
        onSearch={narrow}
      >
        <ReviewWaiting queue={queue} desk={desk} now={now} />
        {chosen.length > 0 ? (
          <Suspense>
            <ReviewBulkBar
              kind={kind}
              count={chosen.length}
              selectAll={words.length > 0 ? null : selectAll}
              onStep={(step) => desk.ask(step, chosen)}
              onClear={() => desk.selectOnly([])}
            />
          </Suspense>
        ) : null}
      </ReviewListPane>
      {threat ? (
        <ReviewThreat
          kind={kind}
          threat={threat}
          detail={detail}
          failure={review.failures.get(threat.id)}
          draft={desk.draft}
          counts={counts}
          now={now}
          hasKeys={chosen.length === 0}
          onDraft={desk.setDraft}
          onStep={desk.askCurrent}
          claim={claims.get(threat.id)}
          onCompare={desk.compare}
          onTakeApart={(merged) => void review.takeApart(merged, detail.data?.mergedInto ?? threat.id)}
          onOpen={(id) => cursor.moveTo(id)}
          onTogether={(like, waiting) => {
            desk.selectOnly(waiting)
            goTo({ ...unfiltered, like, step: undefined }, false)
          }}
          onGo={(step) => goTo({ step }, step !== undefined)}
        />
      ) : hasFailed ? (
        <div className={css.failed}>
          <FailedBlock what={t('detailsWhat')} error={detail.error} retry={() => void detail.refetch()} />
        </div>
      ) : null}
      <ReviewDialogs queue={queue} desk={desk} />
    </div>
  )
}
