import { t } from './words.ts'
import type { DeletionDecision, SoloStep } from './review-steps.ts'
import type { ListedStage, QaRecord } from './qa-kind.ts'

/** A step that waits for input: a deletion for its remark, a large selection for a confirmation. */
export interface PendingStep<Step extends StageStep = StageStep> {
  step: Step
  threats: readonly QaRecord[]
}

/** Steps on more threats than this need a confirmation. */
export const confirmAbove = 25

export type StageStep = SoloStep | DeletionDecision | 'recheck'

/** An action on a threat of a later stage, with its key. */
export interface StageAction {
  step: StageStep
  label: () => string
  key: string
  /** The style of the button. */
  kind: 'plain' | 'danger'
}

/** The actions that the flow allows in each listed stage, most frequent first. */
export const stageActions: Record<ListedStage, readonly StageAction[]> = {
  watchlist: [
    { step: 'publish', label: () => t('publish'), key: 'p', kind: 'plain' },
    { step: 'recheck', label: () => t('keepWatchingAction'), key: 'c', kind: 'plain' },
    { step: 'unwatch', label: () => t('returnToQueue'), key: 'r', kind: 'plain' },
    { step: 'requestDeletion', label: () => t('requestDeletion'), key: 'Delete', kind: 'danger' },
  ],
  deletionPending: [
    { step: 'approve', label: () => t('approve'), key: 'a', kind: 'danger' },
    { step: 'reject', label: () => t('reject'), key: 'r', kind: 'plain' },
  ],
  deleted: [{ step: 'restore', label: () => t('restore'), key: 'r', kind: 'plain' }],
  published: [{ step: 'recall', label: () => t('recall'), key: 'r', kind: 'plain' }],
}

/** Whether a step is a decision on a requested deletion. */
export function isDecision(step: StageStep): step is DeletionDecision {
  return step === 'approve' || step === 'reject'
}
