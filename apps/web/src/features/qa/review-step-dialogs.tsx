import type { QAThreat } from '@signet/contract/qa'
import type { RemarkInput } from '@signet/contract/threats'
import { shownTitle } from '../../format/shown-title.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { RemarkDialog } from '../../ui/remark-dialog.tsx'
import { nameOf } from './review-steps.ts'
import type { StageStep } from './stage-actions.ts'

/** A step that waits for an answer: a deletion for its remark, a large number for a second look. */
export interface AskedStep<Step extends StageStep = StageStep> {
  step: Step
  threats: readonly QAThreat[]
}

/** More than this many at once are confirmed first. */
export const confirmAbove = 25
const exampleCount = 3

interface StepDialogsProps<Step extends StageStep> {
  asked: AskedStep<Step>
  onConfirm: (remark?: RemarkInput) => void
  onClose: () => void
}

const verbs: Record<StageStep, string> = {
  publish: 'Publish',
  watch: 'Move to the watchlist',
  unwatch: 'Return to the queue',
  requestDeletion: 'Ask to delete',
  restore: 'Restore',
  approve: 'Delete',
  refuse: 'Refuse to delete',
}

/** Asks what a step needs before it is taken. */
export function StepDialogs<Step extends StageStep>({ asked, onConfirm, onClose }: StepDialogsProps<Step>) {
  const companyName = useClientInfo()?.name ?? 'this company'
  const { step, threats } = asked
  if (step === 'requestDeletion') {
    return (
      <RemarkDialog
        title={threats.length > 1 ? `Delete ${threats.length} threats` : 'Delete with remark'}
        subject={`${nameOf(threats)} of ${companyName}. Another reviewer decides the deletion.`}
        confirmLabel="Ask to delete"
        onConfirm={onConfirm}
        onClose={onClose}
      />
    )
  }
  return (
    <ConfirmDialog
      title={`${verbs[step]} ${threats.length} threats?`}
      text={`They belong to ${companyName}.`}
      examples={threats.slice(0, exampleCount).map(({ source, title }) => shownTitle(source, title))}
      moreCount={Math.max(0, threats.length - exampleCount)}
      confirmLabel={verbs[step]}
      isDangerous={step === 'approve'}
      onConfirm={() => onConfirm()}
      onClose={onClose}
    />
  )
}
