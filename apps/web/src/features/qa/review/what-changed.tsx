import type { HistoryEvent } from '@signet/contract/threats/records'
import { ChangeLine } from '../../../parts/threats/change-line.tsx'
import { Rich } from '../../../ui/text/rich.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import type { QaRecordDetail } from '../qa-kind.ts'
import { EvidenceBlock } from './evidence-block.tsx'
import { t } from './words.ts'

/** The event that brought a waiting record back to the queue; undefined if a person did, or it is new. */
export function reopeningOf({ stage, stagedBy, history }: QaRecordDetail): HistoryEvent | undefined {
  if (stage !== 'queued' || stagedBy !== null) return undefined
  return history.findLast(({ by, changes }) => by === null && changes !== undefined && changes.length > 0)
}

/** Why a record that a person had set aside waits again: what is different from what they decided on. */
export function WhatChanged({ threat }: { threat: QaRecordDetail }) {
  const event = reopeningOf(threat)
  if (!event?.changes) return null
  return (
    <EvidenceBlock title={t('whatChanged')}>
      <p>
        <Rich text={(values) => t('reopenedTime', values)} values={{ time: <TimeAgo isWithin at={event.at} /> }} />
      </p>
      {event.changes.map((change) => (
        <ChangeLine key={change.what} {...change} />
      ))}
    </EvidenceBlock>
  )
}
