import type { Kind } from '@signet/contract/threats/sources'
import { errorText } from '../../../../api/api-error.ts'
import { shownTitle } from '../../../../format/names/shown-title.ts'
import { snackbar } from '../../../../ui/feedback/messages/toasts.ts'
import type { useUndo } from '../../../../ui/feedback/messages/use-undo.ts'
import type { QaRecord, Unmerged } from '../../qa-kind.ts'
import { mergeInto, unmerge } from './merge-calls.ts'
import { notUndone } from '../review-many.ts'
import type { QueueState } from '../use-queue-state.ts'
import { t } from '../words.ts'

interface Parts extends Pick<ReturnType<typeof useUndo<Promise<void>>>, 'offer'> {
  company: string
  kind: Kind
  queue: QueueState
  /** When the step was taken. */
  order: number
}

/** The steps of `mergesOf`. Few reviewers merge in a session, so they are loaded when one does. */
export function mergeStepsOf({ company, kind, queue, order, offer }: Parts) {
  const { announce, count, forgive, hide, refresh, refreshDetails, say, showAgain, showFailure } = queue

  async function merge(duplicate: QaRecord, survivor: QaRecord): Promise<void> {
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
      offer(() => undo({ ...result, stage: duplicate.stage }, text), { text, order })
      await refreshDetails()
    } catch (error) {
      showAgain([duplicate.id])
      if (waits) count('merge', -1)
      showFailure(duplicate, `${t('mergeFailed', what)}. ${errorText(error)}`)
    }
  }

  async function undo(merged: QaRecord, text: string): Promise<void> {
    try {
      await unmerge(company, kind, merged)
      showAgain([merged.id])
      const waits = merged.stage === 'queued'
      if (waits) count('unmerge', 1)
      void refreshDetails()
      await refresh()
      queue.sayUndone(text, waits ? merged.id : null)
    } catch (error) {
      showFailure(merged, notUndone(merged, errorText(error)))
    }
  }

  /** It is a step of its own, whose Undo merges into the same record again. */
  async function takeApart(merged: Unmerged, into: string): Promise<void> {
    const title = shownTitle(merged.source, merged.title)
    try {
      const result = await unmerge(company, kind, merged)
      if (result.stage === 'queued') count('unmerge', 1)
      showAgain([merged.id])
      const text = t('unmergedTitle', { title })
      offer(() => mergeAgain(result, into, text), { text, order })
      await Promise.all([refreshDetails(), refresh()])
      say(text)
    } catch (error) {
      snackbar(`${t('unmergeFailed', { title })}. ${errorText(error)}`, { isFailure: true })
    }
  }

  async function mergeAgain(duplicate: QaRecord, into: string, undone: string): Promise<void> {
    const title = shownTitle(duplicate.source, duplicate.title)
    try {
      const { version } = await mergeInto(company, kind, duplicate, into)
      hide([duplicate.id], version)
      if (duplicate.stage === 'queued') count('merge', 1)
      await Promise.all([refreshDetails(), refresh()])
      queue.sayUndone(undone, null)
    } catch (error) {
      showFailure(duplicate, `${t('mergeFailed', { title })}. ${errorText(error)}`)
    }
  }

  return { merge, takeApart }
}
