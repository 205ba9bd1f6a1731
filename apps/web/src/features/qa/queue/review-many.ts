import type { Kind } from '@signet/contract/threats/sources'
import type { RemarkInput } from '@signet/contract/threats/threats'
import { errorText } from '../../../api/api-error.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import type { useUndo } from '../../../ui/feedback/messages/use-undo.ts'
import { countText, type QaRecord } from '../qa-kind.ts'
import {
  bulkFailureText,
  doneText,
  failedText,
  reviewedNameOf,
  reviewMany,
  type SoloStep,
  type Versions,
} from '../review-steps.ts'
import type { QueueState } from './use-queue-state.ts'
import { t } from './words.ts'

/** The steps out of the queue. */
export type QueueStep = Extract<SoloStep, 'publish' | 'watch' | 'whitelist' | 'requestDeletion'>

/** What undoing a step does to the counts. */
const undoing = {
  publish: 'recall',
  watch: 'unwatch',
  whitelist: 'unwhitelist',
  requestDeletion: 'withdraw',
} as const

export const notUndone = (threat: QaRecord, reason: string) =>
  `${failedText('unwatch', shownTitle(threat.source, threat.title))}. ${reason}`

/**
 * Takes a step with several records at once, and undoes one; loaded when a reviewer first does either. Those that the server refuses are
 * shown again, each with its reason.
 */
export function reviewManyOf(
  company: string,
  kind: Kind,
  queue: QueueState,
  offer: ReturnType<typeof useUndo<Promise<void>>>['offer'],
) {
  const { say, announce, count, hide, showAgain, fail, forgive, showFailure } = queue
  const sayFailure = (text: string) => {
    say(text)
    snackbar(text, { isFailure: true })
  }

  /**
   * @param order when the step was taken
   * @returns ids of the threats that stayed, with their reason in `failures`
   */
  async function many(
    order: number,
    step: QueueStep,
    threats: readonly QaRecord[],
    remark?: RemarkInput,
  ): Promise<string[]> {
    const ids = threats.map(({ id }) => id)
    forgive(ids)
    hide(ids, Number.POSITIVE_INFINITY)
    count(step, ids.length)
    try {
      const { done, versions, failed } = await reviewMany(company, kind, ids, step, { remark })
      for (const id of done) hide([id], versions[id] ?? 0)
      showAgain(failed.map(({ id }) => id))
      fail(failed.map(({ id, code }) => [id, bulkFailureText(code)] as const))
      if (failed.length > 0) count(step, -failed.length)
      const text = [
        doneText(step, countText(kind, done.length)),
        ...(failed.length > 0 ? [t('unchangedCount', { count: failed.length })] : []),
      ].join(', ')
      announce(text)
      if (done.length > 0) offer(() => undoMany(step, threats, versions), { text, order })
      else snackbar(text, { isFailure: true })
      void queue.refresh()
      return failed.map(({ id }) => id)
    } catch (error) {
      showAgain(ids)
      count(step, -ids.length)
      sayFailure(`${failedText(step, reviewedNameOf(kind, threats))}. ${errorText(error)}`)
      return ids
    }
  }

  /** Undoes a step. Records that somebody has changed since they had these versions are left alone. */
  async function undoMany(step: QueueStep, threats: readonly QaRecord[], versions: Versions): Promise<void> {
    const ids = threats.map(({ id }) => id).filter((id) => id in versions)
    try {
      // What is whitelisted has changed the allow list too, which only a recall undoes.
      const { done, failed } = await reviewMany(company, kind, ids, step === 'whitelist' ? 'recall' : 'undo', {
        versions,
      })
      showAgain(done)
      count(undoing[step], done.length)
      await queue.refresh()
      const back = threats.filter(({ id }) => done.includes(id))
      if (done.length > 0) queue.sayUndone(doneText(step, reviewedNameOf(kind, back)), done[0] ?? null)
      fail(failed.map(({ id, code }) => [id, bulkFailureText(code)] as const))
      const [first] = failed
      const threat = threats.find(({ id }) => id === first?.id)
      if (first && threat && failed.length === 1) showFailure(threat, notUndone(threat, bulkFailureText(first.code)))
      else if (first)
        sayFailure(`${failedText('unwatch', countText(kind, failed.length))}. ${bulkFailureText(first.code)}`)
    } catch (error) {
      const [threat] = threats
      if (threat && threats.length === 1) showFailure(threat, notUndone(threat, errorText(error)))
      else sayFailure(`${failedText('unwatch', countText(kind, ids.length))}. ${errorText(error)}`)
    }
  }

  return { many, undoMany }
}
