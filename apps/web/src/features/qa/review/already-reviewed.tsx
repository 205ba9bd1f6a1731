import { Button } from '../../../ui/controls/button.tsx'
import { Stack } from '../../../ui/layout/parts.tsx'
import type { Unmerged, QaRecord, QaRecordDetail } from '../qa-kind.ts'
import { stageNames } from '../stage-words.ts'
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
  const stage = threat.whitelistedInReview ? t('whitelisted') : stageNames[threat.stage]()
  return (
    <Stack gap={3} align="start" tone="quiet">
      <p>
        {threat.stagedBy
          ? t('alreadyReviewedBy', {
              stage,
              name: threat.stagedBy,
            })
          : t('alreadyReviewed', { stage })}
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
