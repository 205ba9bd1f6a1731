import { IconArrowLeft, IconGavel } from '@tabler/icons-react'
import type { QaCounts, QADetail, QAThreat } from '@signet/contract/qa'
import { Button } from '../../ui/button.tsx'
import { DataState, Skeleton } from '../../ui/data-state.tsx'
import { ReviewDecision } from './review-decision.tsx'
import { ReviewEvidence, ReviewHeading } from './review-evidence.tsx'
import css from './review-page.module.css'
import type { ReviewSearch } from './review-search.ts'
import type { Draft } from './review-steps.ts'
import { stageWords } from './stage-words.ts'
import type { QueueStep } from './use-review.ts'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

interface ReviewThreatProps {
  threat: QAThreat
  detail: { data: QADetail | undefined; error: unknown; refetch: () => unknown }
  failure: string | undefined
  draft: Draft
  counts: QaCounts | undefined
  now: Date
  /** Whether the letters act on this threat; with a selection they act on that. */
  hasKeys: boolean
  onDraft: (draft: Draft) => void
  onStep: (step: QueueStep) => void
  /** Leads from step to step on phones. */
  onGo: (step: ReviewSearch['step']) => void
}

/** The current threat: its evidence, and beside it the decision. */
export function ReviewThreat(props: ReviewThreatProps) {
  const { threat, detail, failure, draft, counts, now, hasKeys, onDraft, onStep, onGo } = props
  const isOpen = threat.stage === 'queued'
  return (
    <>
      {/* A scrolling region must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={css.evidence} aria-label="Evidence" tabIndex={0}>
        <div className={css.phoneBar}>
          <Button kind="quiet" icon={<IconArrowLeft {...icon} />} onClick={() => onGo(undefined)}>
            Queue
          </Button>
          <Button kind="primary" icon={<IconGavel {...icon} />} onClick={() => onGo('decision')}>
            Decide
          </Button>
        </div>
        <ReviewHeading threat={threat} failure={failure} />
        <DataState query={detail} what="The evidence" loading={<Skeleton lines={9} />}>
          {(data) => <ReviewEvidence threat={data} />}
        </DataState>
      </section>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={css.decision} aria-label="Decision" tabIndex={0}>
        <div className={css.phoneBar}>
          <Button kind="quiet" icon={<IconArrowLeft {...icon} />} onClick={() => onGo('evidence')}>
            Evidence
          </Button>
        </div>
        <h2 className="visually-hidden">Decision</h2>
        {isOpen ? (
          <ReviewDecision
            threat={threat}
            detail={detail.data}
            draft={draft}
            counts={counts}
            now={now}
            hasKeys={hasKeys}
            onDraft={onDraft}
            onStep={onStep}
          />
        ) : (
          <p className={css.decided}>
            This threat no longer waits for review: {stageWords[threat.stage].label.toLowerCase()}
            {threat.stagedBy ? ` by ${threat.stagedBy}` : ''}.
          </p>
        )}
      </section>
    </>
  )
}
