import type { Kind } from '@signet/contract/threats/sources'
import { readPart } from '../../../../api/lazy.ts'
import type { useUndo } from '../../../../ui/feedback/messages/use-undo.ts'
import type { QueueState } from '../use-queue-state.ts'
import type { Unmerged, QaRecord } from '../../qa-kind.ts'

/** Merging duplicates, and taking merges apart. */
export function mergesOf(
  company: string,
  kind: Kind,
  queue: QueueState,
  undoable: ReturnType<typeof useUndo<Promise<void>>>,
) {
  const stepsOf = async (order: number) => {
    const { mergeStepsOf } = await readPart(() => import('./merge-steps.ts'))
    return mergeStepsOf({ company, kind, queue, order, offer: undoable.offer })
  }

  /** Merges a duplicate, of the queue or not, into what stays. */
  const merge = (duplicate: QaRecord, survivor: QaRecord): Promise<void> =>
    undoable.take(async (order) => (await stepsOf(order)).merge(duplicate, survivor))

  /** Takes one merge apart that was made before. */
  const takeApart = (merged: Unmerged, into: string): Promise<void> =>
    undoable.take(async (order) => (await stepsOf(order)).takeApart(merged, into))
  return { merge, takeApart }
}
