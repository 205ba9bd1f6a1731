import { IconArrowLeft, IconGavel } from '@tabler/icons-react'
import type { QaCounts } from '@signet/contract/review/qa'
import type { Kind } from '@signet/contract/threats/sources'
import { Suspense, useEffect, useId } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DataState } from '../../../ui/feedback/data-state.tsx'
import { Inline, ScrollRegion, Stack } from '../../../ui/layout/parts.tsx'
import { phone } from '../../../ui/layout/use-media.ts'
import { t } from './words.ts'
import type { ShowTogether } from './sharers-block.tsx'
import { ReviewDecision } from './review-decision.tsx'
import { EvidenceSkeleton, ReviewHeading } from './review-heading.tsx'
import { useFocusOn } from './use-focus-on.ts'
import css from '../queue/review-page.module.css'
import type { ReviewSearch } from '../review-search.ts'
import type { Draft } from '../review-steps.ts'
import type { Claim } from '../queue/claims/use-claims.ts'
import type { QueueStep } from '../queue/review-many.ts'
import type { Unmerged, QaRecord, QaRecordDetail } from '../qa-kind.ts'

// Loaded with the first details, which it shows.
const evidence = () => import('./review-evidence.tsx')
const ReviewEvidence = lazy(() => evidence().then((part) => ({ default: part.ReviewEvidence })))
const AlreadyReviewed = lazy(() => import('./already-reviewed.tsx').then((part) => ({ default: part.AlreadyReviewed })))

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

interface ReviewThreatProps {
  kind: Kind
  threat: QaRecord
  detail: { data: QaRecordDetail | undefined; error: unknown; refetch: () => unknown }
  failure: string | undefined
  draft: Draft
  counts: QaCounts | undefined
  now: Date
  /** Whether the letter keys act on this threat. With a selection they act on the selection instead. */
  hasKeys: boolean
  onDraft: (draft: Draft) => void
  onStep: (step: QueueStep) => void
  /** The reviewer who currently has it, if it is someone else. */
  claim: Claim | undefined
  onCompare: (otherId: string) => void
  onTakeApart: (merged: Unmerged) => void
  /** Opens another record. */
  onOpen: (id: string) => void
  onTogether: ShowTogether
  /** Goes to another step of the review on phones. */
  onGo: (step: ReviewSearch['step']) => void
}

/** The current threat: its evidence, with the decision next to it. */
export function ReviewThreat(props: ReviewThreatProps) {
  const {
    kind,
    threat,
    detail,
    failure,
    draft,
    counts,
    now,
    hasKeys,
    onDraft,
    onStep,
    onGo,
    claim,
    onCompare,
    onTakeApart,
    onOpen,
    onTogether,
  } = props
  const isOpen = threat.stage === 'queued'
  const skeleton = <EvidenceSkeleton hasCapture={threat.thumbnail !== undefined} />
  useEffect(() => void evidence(), [])
  const duplicatesId = useId()
  const reasonsId = useId()
  const leads = { duplicate: useFocusOn(duplicatesId), against: useFocusOn(reasonsId) }
  return (
    <>
      {/* A scrolling region must be reachable by keyboard. */}
      <Stack
        as="section"
        className={`${css.evidence} scroller`}
        aria-label={t('evidence')}
        tabIndex={0}
        data-tips-within=""
        data-tips-over=""
      >
        <Inline justify="between" align="stretch" className="phone-only">
          <Button kind="quiet" icon={<IconArrowLeft {...icon} />} onClick={() => onGo(undefined)}>
            {t('queue')}
          </Button>
          <Button kind="primary" icon={<IconGavel {...icon} />} onClick={() => onGo('decision')}>
            {t('decide')}
          </Button>
        </Inline>
        <ReviewHeading kind={kind} threat={threat} failure={failure} />
        <DataState query={detail} what={t('evidenceWhat')} loading={skeleton}>
          {(data) => (
            <Suspense fallback={skeleton}>
              <ReviewEvidence
                kind={kind}
                threat={data}
                onCompare={isOpen ? onCompare : undefined}
                onTakeApart={onTakeApart}
                onOpen={onOpen}
                onTogether={onTogether}
                duplicatesId={duplicatesId}
                reasonsId={reasonsId}
              />
            </Suspense>
          )}
        </DataState>
      </Stack>
      <ScrollRegion className={`${css.decision} scroller tall`} aria-label={t('decision')}>
        <Inline justify="between" align="stretch" className="phone-only">
          <Button kind="quiet" icon={<IconArrowLeft {...icon} />} onClick={() => onGo('evidence')}>
            {t('evidence')}
          </Button>
        </Inline>
        <h2 className="visually-hidden">{t('decision')}</h2>
        {isOpen ? (
          <ReviewDecision
            kind={kind}
            threat={threat}
            detail={detail.data}
            draft={draft}
            counts={counts}
            now={now}
            hasKeys={hasKeys}
            onDraft={onDraft}
            onStep={onStep}
            claim={claim}
            onLead={(to) => {
              if (matchMedia(phone).matches) onGo('evidence')
              leads[to]()
            }}
          />
        ) : (
          <Suspense>
            <AlreadyReviewed threat={threat} detail={detail.data} onOpen={onOpen} onTakeApart={onTakeApart} />
          </Suspense>
        )}
      </ScrollRegion>
    </>
  )
}
