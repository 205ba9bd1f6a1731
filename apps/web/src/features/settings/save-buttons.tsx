import { Button } from '../../ui/controls/button.tsx'
import { FormProblem, SaveBar } from '../../ui/forms/form-section.tsx'
import { LeaveGuard } from '../../ui/forms/leave-guard.tsx'
import { t } from './words.ts'

/** Save and discard, in view while there is something to save; leaving asks. */
export function SaveButtons({
  isDirty,
  isBusy,
  problem,
  onDiscard,
}: {
  isDirty: boolean
  isBusy: boolean
  problem: string | null
  onDiscard: () => void
}) {
  return (
    <>
      <LeaveGuard isDirty={isDirty} param="part" />
      {isDirty && (
        <SaveBar>
          <FormProblem>{problem}</FormProblem>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {t('save')}
          </Button>
          <Button kind="quiet" disabled={isBusy} onClick={onDiscard}>
            {t('discardChanges')}
          </Button>
        </SaveBar>
      )}
    </>
  )
}
