import { Button } from '../../../ui/controls/button.tsx'
import { Stack } from '../../../ui/layout/parts.tsx'
import type { Unmerged, QaRecord, QaRecordDetail } from '../qa-kind.ts'
import { stageWords } from '../stage-words.ts'
import { t } from './words.ts'

/** In the place of the decision: what was decided, and the way to undo a merge. */
export function AlreadyReviewed({
  threat,
  detail,
  onOpen,
  onTakeApart,
}: {
  threat: QaRecord
  detail: QaRecordDetail | undefined
  onOpen: (id: string) => void
  onTakeApart: (merged: Unmerged) => void
}) {
  return (
    <Stack gap={3} align="start" tone="quiet">
      <p>
        {threat.stagedBy
          ? t('alreadyReviewedBy', {
              stage: stageWords[threat.stage].label(),
              name: threat.stagedBy,
            })
          : t('alreadyReviewed', { stage: stageWords[threat.stage].label() })}
      </p>
      {detail?.mergedInto ? (
        <>
          <Button onClick={() => onOpen(detail?.mergedInto ?? '')}>{t('openMergeTarget')}</Button>
          <Button onClick={() => onTakeApart(threat)}>{t('undoMerge')}</Button>
        </>
      ) : null}
    </Stack>
  )
}
