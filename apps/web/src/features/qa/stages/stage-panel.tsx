import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Kind } from '@signet/contract/threats/sources'
import type { MouseEvent } from 'react'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DataState } from '../../../ui/feedback/data-state.tsx'
import { DetailPanel } from '../../../ui/feedback/detail-panel.tsx'
import { Inline, Stack } from '../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { kindWords, pathsOf, type ListedStage, type QaRecord } from '../qa-kind.ts'
import { reviewDetailQuery } from '../qa.api.ts'
import { ReviewEvidence } from '../review/review-evidence.tsx'
import { EvidenceSkeleton, ReviewHeading } from '../review/review-heading.tsx'
import type { StageAction } from '../stage-actions.ts'
import { allowedOn, Checked, Due, Grace, remarkOf, Since, stagedByName } from './stage-columns.tsx'
import { StageHistory } from './stage-history.tsx'
import { t } from './words.ts'

interface StagePanelProps {
  company: string
  kind: Kind
  stage: ListedStage
  id: string
  /** The row of the list; undefined while it isn't loaded, or for a record that isn't in the list. */
  row: QaRecord | undefined
  failure: string | undefined
  index: number
  total: number
  actions: readonly StageAction[]
  onAction: (action: StageAction, threat: QaRecord) => void
  /** Opens another record. */
  onOpen: (id: string) => void
  onMove: (step: 1 | -1) => void
  onClose: () => void
}

/** A record of a later stage next to the list: why it is there, what it was flagged for, its captures and its history. */
export function StagePanel({
  company,
  kind,
  stage,
  id,
  row,
  failure,
  index,
  total,
  actions,
  onAction,
  onOpen,
  onMove,
  onClose,
}: StagePanelProps) {
  const navigate = useNavigate()
  const detail = useQuery(reviewDetailQuery(company, kind, id))
  const threat = row ?? detail.data
  const skeleton = <EvidenceSkeleton hasCapture={threat?.thumbnail !== undefined} />
  return (
    <DetailPanel label={kindWords[kind].one()} index={index} total={total} onMove={onMove} onClose={onClose}>
      {/* A scrolling region must be reachable by keyboard. */}
      <Stack grow gap={4} pad="1 5 6" className="scroller" tabIndex={0} data-tips-within="" data-tips-over="">
        {threat ? <ReviewHeading kind={kind} threat={threat} failure={failure} /> : null}
        {threat?.stage === stage ? <StageFacts stage={stage} row={threat} /> : null}
        {row ? <Steps row={row} actions={actions} onAction={onAction} /> : null}
        <DataState query={detail} what={t('evidenceWhat')} loading={skeleton}>
          {(data) => (
            <>
              <ReviewEvidence
                kind={kind}
                threat={data}
                onCompare={undefined}
                onTakeApart={(merged) => void navigate({ to: pathsOf[kind].queued, search: { id: merged.id } })}
                onOpen={onOpen}
                onTogether={undefined}
              />
              <StageHistory history={data.history} />
            </>
          )}
        </DataState>
      </Stack>
    </DetailPanel>
  )
}

/** Who moved a record to this stage, when and why, and on the watchlist when it is checked. */
function StageFacts({ stage, row }: { stage: ListedStage; row: QaRecord }) {
  const remark = remarkOf(row)
  return (
    <dl className="facts">
      <div>
        <dt>{t(`by.${stage}`)}</dt>
        <dd>{stagedByName(row)}</dd>
      </div>
      <div>
        <dt>{t(`when.${stage}`)}</dt>
        <dd>
          <Inline as="span" gap={3} wrap align="baseline">
            <TimeAgo at={row.stagedAt} />
            {stage === 'watchlist' ? <Since row={row} /> : <Grace row={row} />}
          </Inline>
        </dd>
      </div>
      {stage === 'watchlist' ? (
        <div>
          <dt>{t('nextCheck')}</dt>
          <dd>
            <Inline as="span" gap={3} wrap align="baseline">
              <Due row={row} />
              <Checked row={row} />
            </Inline>
          </dd>
        </div>
      ) : null}
      {remark ? (
        <div>
          <dt>{t('remark')}</dt>
          <dd>{remark}</dd>
        </div>
      ) : null}
    </dl>
  )
}

function Steps({ row, actions, onAction }: Pick<StagePanelProps, 'actions' | 'onAction'> & { row: QaRecord }) {
  const allowed = allowedOn(row, actions)
  if (allowed.length === 0) return null
  const title = shownTitle(row.source, row.title)
  return (
    <Inline wrap>
      {allowed.map((action) => (
        <Button
          key={action.step}
          kind={action.kind}
          aria-keyshortcuts={action.key}
          aria-label={`${action.label()}: ${title}`}
          onClick={(event: MouseEvent) => {
            // The second click of a double click may be on the next record already.
            if (event.detail < 2) onAction(action, row)
          }}
        >
          {action.label()}
        </Button>
      ))}
    </Inline>
  )
}
