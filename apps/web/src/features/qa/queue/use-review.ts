import type { Kind } from '@signet/contract/threats/sources'
import type { RemarkInput } from '@signet/contract/threats/threats'
import { errorText } from '../../../api/api-error.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { t } from './words.ts'
import { countText, type QaRecord } from '../qa-kind.ts'
import {
  bulkFailureText,
  decideDeletion,
  doneText,
  failedText,
  reviewedNameOf,
  reviewMany,
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
const undoing = { publish: 'recall', watch: 'unwatch', requestDeletion: 'withdraw', merge: 'unmerge' } as const

/** The step that takes a step back. */
const reversed = { publish: 'recall', watch: 'unwatch', requestDeletion: 'rejectDeletion' } as const

interface Taken {
  step: QueueStep | 'merge'
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
      undoable.offer(() => undoStep({ step, threat: result }), {
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

  /** @returns ids of the threats that stayed, with their reason in `failures` */
  const many = (step: QueueStep, threats: readonly QaRecord[], remark?: RemarkInput): Promise<string[]> =>
    undoable.take((order) => manyInOrder(order, step, threats, remark))

  async function manyInOrder(order: number, step: QueueStep, threats: readonly QaRecord[], remark?: RemarkInput) {
    const ids = threats.map(({ id }) => id)
    forgive(ids)
    hide(ids, Number.POSITIVE_INFINITY)
    count(step, ids.length)
    try {
      const { done, failed } = await reviewMany(company, kind, ids, step, remark)
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
      if (done.length > 0) undoable.offer(() => undoMany(step, threats, done), { text, order })
      else snackbar(text, { isFailure: true })
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

  /** Returns the first of the records that are back. */
  async function undoMany(step: QueueStep, threats: readonly QaRecord[], ids: string[]): Promise<string | null> {
    const what = countText(kind, ids.length)
    try {
      const { done, failed } = await reviewMany(company, kind, ids, reversed[step])
      showAgain(done)
      count(undoing[step], done.length)
      await queue.refresh()
      if (done.length > 0) announce(doneText('unwatch', countText(kind, done.length)))
      fail(failed.map(({ id, code }) => [id, bulkFailureText(code)] as const))
      const [first] = failed
      const threat = threats.find(({ id }) => id === first?.id)
      if (first && threat && failed.length === 1) showFailure(threat, notUndone(threat, bulkFailureText(first.code)))
      else if (first) {
        const text = `${failedText('unwatch', countText(kind, failed.length))}. ${bulkFailureText(first.code)}`
        say(text)
        snackbar(text, { isFailure: true })
      }
      return done[0] ?? null
    } catch (error) {
      const text = `${failedText('unwatch', what)}. ${errorText(error)}`
      say(text)
      snackbar(text, { isFailure: true })
      return null
    }
  }

  /** Undoes the last step. Returns what is back. */
  async function undo(): Promise<string | null> {
    return (await undoable.undoLast(() => say(t('nothingToUndo')))) ?? null
  }

  async function undoStep({ step, threat }: Taken): Promise<string | null> {
    try {
      // The person who requested a deletion may also withdraw the request; only granting it needs a second person.
      if (step === 'merge') await unmerge(company, kind, threat)
      else if (step === 'watch' || step === 'publish') await takeStep(company, kind, threat, reversed[step])
      else await decideDeletion(company, kind, threat, 'reject')
      showAgain([threat.id])
      const waits = step !== 'merge' || threat.stage === 'queued'
      if (waits) count(undoing[step], 1)
      if (step === 'merge') void queue.refreshDetails()
      await queue.refresh()
      announce(doneText('unwatch', shownTitle(threat.source, threat.title)))
      return waits ? threat.id : null
    } catch (error) {
      showFailure(threat, notUndone(threat, errorText(error)))
      return null
    }
  }

  return { shown, failures, announcement, one, many, ...merges, undo }
}

const notUndone = (threat: QaRecord, reason: string) =>
  `${failedText('unwatch', shownTitle(threat.source, threat.title))}. ${reason}`
