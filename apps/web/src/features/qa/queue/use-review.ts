import type { Kind } from '@signet/contract/threats/sources'
import type { RemarkInput } from '@signet/contract/threats/threats'
import { errorText } from '../../../api/api-error.ts'
import { readPart } from '../../../api/lazy.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { t } from './words.ts'
import { countText, type QaRecord } from '../qa-kind.ts'
import { doneText, failedText, takeStep, type Draft, type SoloStep } from '../review-steps.ts'
import { useUndo } from '../../../ui/feedback/messages/use-undo.ts'
import { mergesOf } from './merging/review-merges.ts'
import type { QueueStep } from './review-many.ts'
import { useQueueState } from './use-queue-state.ts'

/** What happens to the queue: steps are shown at once and rolled back when the server refuses. */
export function useReview(company: string, kind: Kind, items: readonly QaRecord[]) {
  const queue = useQueueState(company, kind, items)
  const { shown, failures, announcement, returned, say, announce, count, hide, showAgain, forgive, showFailure } = queue
  // Steps are answered in any order, and undone in the order they were taken.
  const undoable = useUndo<Promise<void>>()
  const stepsOfMany = async () => {
    const { reviewManyOf } = await readPart(() => import('./review-many.ts'))
    return reviewManyOf(company, kind, queue, undoable.offer)
  }
  /** @returns ids of the threats that stayed */
  const many = (step: QueueStep, threats: readonly QaRecord[], remark?: RemarkInput): Promise<string[]> =>
    undoable.take(async (order) => (await stepsOfMany()).many(order, step, threats, remark))
  const merges = mergesOf(company, kind, queue, undoable)

  const one = (step: QueueStep, threat: QaRecord, draft: Draft, remark?: RemarkInput): Promise<void> =>
    undoable.take((order) => oneInOrder(order, step, threat, draft, remark))

  async function oneInOrder(order: number, step: QueueStep, threat: QaRecord, draft: Draft, remark?: RemarkInput) {
    const title = shownTitle(threat.source, threat.title)
    forgive([threat.id])
    hide([threat.id], Number.POSITIVE_INFINITY)
    count(step, 1)
    announce(doneText(step, title))
    try {
      const result = await takeStep(company, kind, threat, step, { draft, ...(remark ? { remark } : {}) })
      hide([threat.id], result.version)
      const text = doneText(step, title)
      void queue.refreshDetail(threat.id)
      const undoOne = async () => (await stepsOfMany()).undoMany(step, [result], { [threat.id]: result.version })
      undoable.offer(undoOne, {
        text,
        order,
        join: { key: step, textOf: (taken) => doneText(step, countText(kind, taken)) },
      })
    } catch (error) {
      showAgain([threat.id])
      count(step, -1)
      refused(step, threat, error)
    }
  }

  function refused(step: SoloStep, threat: QaRecord, error: unknown): void {
    showFailure(threat, `${failedText(step, shownTitle(threat.source, threat.title))}. ${errorText(error)}`)
  }

  const undo = () => undoable.undoLast(() => say(t('nothingToUndo')))

  const { isUnderWay } = queue
  return { shown, failures, announcement, returned, isUnderWay, one, many, ...merges, undo }
}
