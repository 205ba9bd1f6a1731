import type { Kind } from '@signet/contract/threats/sources'
import { readPart } from '../../../../api/lazy.ts'
import { errorText } from '../../../../api/api-error.ts'
import { shownTitle } from '../../../../format/names/shown-title.ts'
import type { useUndo } from '../../../../ui/feedback/messages/use-undo.ts'
import { mergeInto } from '../../review-steps.ts'
import type { QueueState } from '../use-queue-state.ts'
import { t } from '../words.ts'
import type { Unmerged, QaRecord } from '../../qa-kind.ts'

/**
 * Merging duplicates, and taking merges apart.
 *
 * @param undo undoes a merge that was made here
 */
export function mergesOf(
  company: string,
  kind: Kind,
  queue: QueueState,
  undoable: ReturnType<typeof useUndo<Promise<string | null>>>,
  undo: (merged: QaRecord) => Promise<string | null>,
) {
  const { announce, count, forgive, hide, refreshDetails, showAgain, showFailure } = queue

  /** Merges a duplicate, of the queue or not, into what stays. */
  const merge = (duplicate: QaRecord, survivor: QaRecord): Promise<void> =>
    undoable.take((order) => mergeInOrder(order, duplicate, survivor))

  async function mergeInOrder(order: number, duplicate: QaRecord, survivor: QaRecord): Promise<void> {
    const what = {
      title: shownTitle(duplicate.source, duplicate.title),
      other: shownTitle(survivor.source, survivor.title),
    }
    const waits = duplicate.stage === 'queued'
    forgive([duplicate.id])
    hide([duplicate.id], Number.POSITIVE_INFINITY)
    if (waits) count('merge', 1)
    try {
      const result = await mergeInto(company, kind, duplicate, survivor.id)
      hide([duplicate.id], result.version)
      const text = t('mergedTitleIntoOther', what)
      announce(text)
      undoable.offer(() => undo({ ...result, stage: duplicate.stage }), { text, order })
      await refreshDetails()
    } catch (error) {
      showAgain([duplicate.id])
      if (waits) count('merge', -1)
      showFailure(duplicate, `${t('mergeFailed', what)}. ${errorText(error)}`)
    }
  }

  /** Takes one merge apart that was made before. */
  async function takeApart(merged: Unmerged): Promise<void> {
    const part = await readPart(() => import('./take-apart.ts'))
    await part.takeApart(company, kind, queue, merged)
  }
  return { merge, takeApart }
}
