import { reviewThreats } from '@signet/contract/review/qa'
import type { Kind } from '@signet/contract/threats/sources'
import type { RemarkInput } from '@signet/contract/threats/threats'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { snackbar, toast } from '../../../ui/feedback/messages/toasts.ts'
import { t } from './words.ts'
import { countText, type QaRecord } from '../qa-kind.ts'
import {
  bulkFailureText,
  decideDeletion,
  doneText,
  failedText,
  reviewedNameOf,
  takeStep,
  unmerge,
  type Draft,
  type SoloStep,
} from '../review-steps.ts'
import { useUndo } from '../../../ui/feedback/messages/use-undo.ts'
import { mergesOf } from './merging/review-merges.ts'
import { useQueueState } from './use-queue-state.ts'

/** The steps out of the queue. */
export type QueueStep = Extract<SoloStep, 'publish' | 'watch' | 'requestDeletion'>

/** What taking a step back does to the counts. */
const undoing = { watch: 'unwatch', requestDeletion: 'withdraw', merge: 'unmerge' } as const

interface Taken {
  step: Exclude<QueueStep, 'publish'> | 'merge'
  threat: QaRecord
}

/** What happens to the queue: steps are shown at once and rolled back when the server refuses. */
export function useReview(company: string, kind: Kind, items: readonly QaRecord[]) {
  const queue = useQueueState(company, kind, items)
  const { shown, failures, announcement, say, announce, count, hide, showAgain, fail, forgive, showFailure } = queue
  // Steps are answered in any order, and undone in the order they were taken.
  const undoable = useUndo<Promise<string | null>>()
  const merges = mergesOf(company, kind, queue, undoable, (threat) => undoStep({ step: 'merge', threat }))

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
      // The queue shows it already; only what can be undone stays on the screen for a while.
      if (step === 'publish') {
        undoable.offer(() => alreadyPublished(title), { order, isFinal: true })
        toast(text)
      } else undoable.offer(() => undoStep({ step, threat: result }), { text, order })
    } catch (error) {
      showAgain([threat.id])
      count(step, -1)
      refused(step, threat, error)
    }
  }

  function refused(step: SoloStep, threat: QaRecord, error: unknown): void {
    showFailure(threat, `${failedText(step, shownTitle(threat.source, threat.title))}. ${errorText(error)}`)
  }

  /** @returns ids of the threats that stayed, with their reason in `failures` */
  async function many(step: QueueStep, threats: readonly QaRecord[], remark?: RemarkInput): Promise<string[]> {
    const ids = threats.map(({ id }) => id)
    forgive(ids)
    hide(ids, Number.POSITIVE_INFINITY)
    count(step, ids.length)
    try {
      const { done, failed } = await call(reviewThreats, {
        query: { company },
        body: { kind, ids, action: step, ...(remark ? { remark } : {}) },
      })
      const versions = new Map(threats.map(({ id, version }) => [id, version]))
      for (const id of done) hide([id], (versions.get(id) ?? 0) + 1)
      showAgain(failed.map(({ id }) => id))
      fail(failed.map(({ id, code }) => [id, bulkFailureText(code)] as const))
      if (failed.length > 0) count(step, -failed.length)
      const text = [
        doneText(step, countText(kind, done.length)),
        ...(failed.length > 0 ? [t('unchangedCount', { count: failed.length })] : []),
      ].join(', ')
      announce(text)
      snackbar(text, { isFailure: failed.length > 0 })
      void queue.refresh()
      return failed.map(({ id }) => id)
    } catch (error) {
      showAgain(ids)
      count(step, -ids.length)
      const text = `${failedText(step, reviewedNameOf(kind, threats))}. ${errorText(error)}`
      say(text)
      snackbar(text, { isFailure: true })
      return ids
    }
  }

  /** Undoes the last step, unless the client has it already. Returns what is back. */
  async function undo(): Promise<string | null> {
    return (await undoable.undoLast(() => say(t('nothingToUndo')))) ?? null
  }

  async function alreadyPublished(title: string): Promise<null> {
    const text = t('publishedNotUndone', { title })
    say(text)
    snackbar(text)
    return null
  }

  async function undoStep({ step, threat }: Taken): Promise<string | null> {
    try {
      // The person who requested a deletion may also withdraw the request; only granting it needs a second person.
      if (step === 'merge') await unmerge(company, kind, threat)
      else if (step === 'watch') await takeStep(company, kind, threat, 'unwatch')
      else await decideDeletion(company, kind, threat, 'reject')
      showAgain([threat.id])
      const waits = step !== 'merge' || threat.stage === 'queued'
      if (waits) count(undoing[step], 1)
      if (step === 'merge') void queue.refreshDetails()
      await queue.refresh()
      announce(doneText('unwatch', shownTitle(threat.source, threat.title)))
      return waits ? threat.id : null
    } catch (error) {
      refused('unwatch', threat, error)
      return null
    }
  }

  return { shown, failures, announcement, one, many, ...merges, undo }
}
