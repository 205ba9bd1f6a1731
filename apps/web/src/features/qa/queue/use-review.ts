import { reviewThreats, type QAThreat } from '@signet/contract/qa'
import type { AnySource, Kind } from '@signet/contract/sources'
import type { RemarkInput } from '@signet/contract/threats'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { shownTitle } from '../../../format/shown-title.ts'
import { snackbar, toast } from '../../../ui/feedback/toasts.ts'
import { t } from './words.ts'
import { countText } from '../qa-kind.ts'
import { detailKey, reviewKey } from '../qa.api.ts'
import {
  bulkFailureText,
  decideDeletion,
  doneText,
  failedText,
  mergeInto,
  nameOf,
  takeStep,
  unmerge,
  type Draft,
  type ReviewStep,
} from '../review-steps.ts'
import { useUndo } from '../../../ui/feedback/use-undo.ts'
import { useQueueCounts } from './use-queue-counts.ts'

/** The steps out of the queue. */
export type QueueStep = Extract<ReviewStep, 'publish' | 'watch' | 'requestDeletion'>

/** What taking a step back does to the counts. */
const undoing = { watch: 'unwatch', requestDeletion: 'withdraw', merge: 'unmerge' } as const

interface Taken {
  step: Exclude<QueueStep, 'publish'> | 'merge'
  threat: QAThreat
}

/**
 * What happens to the queue: steps are shown at once and rolled back when the server refuses.
 *
 * A threat that left is hidden by the version it left with: should it come back, its version is higher and it shows again.
 */
export function useReview(company: string, kind: Kind, items: readonly QAThreat[]) {
  const client = useQueryClient()
  const [left, setLeft] = useState<ReadonlyMap<string, number>>(new Map())
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map())
  const [announcement, setAnnouncement] = useState('')
  // Steps are answered in any order, and undone in the order they were taken.
  const undoable = useUndo<Promise<string | null>>()
  const underway = useRef(new Set<Promise<unknown>>())
  const { count, waiting: counts } = useQueueCounts(company, kind)

  const isHere = ({ id, version }: QAThreat) => (left.get(id) ?? 0) < version
  const shown = items.filter(isHere)

  const hide = (ids: readonly string[], version: number) =>
    setLeft((old) => new Map([...old, ...ids.map((id) => [id, version] as const)]))
  const showAgain = (ids: readonly string[]) => setLeft((old) => without(old, ids))
  const fail = (entries: readonly (readonly [string, string])[]) => setFailures((old) => new Map([...old, ...entries]))
  const forgive = (ids: readonly string[]) => setFailures((old) => without(old, ids))

  const announce = (text: string, waiting: number) =>
    setAnnouncement(t('textAndWaitingCount', { count: waiting, text }))
  const waiting = () => counts() ?? shown.length

  /** Takes a step; until it is answered, taking back waits for it. */
  async function one(...step: Parameters<typeof stepOf>): Promise<void> {
    const going = stepOf(...step)
    underway.current.add(going)
    await going
    underway.current.delete(going)
  }

  async function stepOf(step: QueueStep, threat: QAThreat, draft: Draft, remark?: RemarkInput): Promise<void> {
    const title = shownTitle(threat.source, threat.title)
    const order = undoable.begin()
    forgive([threat.id])
    hide([threat.id], Number.POSITIVE_INFINITY)
    count(step, 1)
    announce(doneText(step, title), waiting())
    try {
      const result = await takeStep(company, kind, threat, step, { draft, ...(remark ? { remark } : {}) })
      hide([threat.id], result.version)
      const text = doneText(step, title)
      void client.invalidateQueries({ queryKey: detailKey(company, threat.id) })
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

  /** Merges a duplicate, of the queue or not, into what stays. */
  async function merge(duplicate: QAThreat, survivor: QAThreat): Promise<void> {
    const what = {
      title: shownTitle(duplicate.source, duplicate.title),
      other: shownTitle(survivor.source, survivor.title),
    }
    const order = undoable.begin()
    const waits = duplicate.stage === 'queued'
    forgive([duplicate.id])
    hide([duplicate.id], Number.POSITIVE_INFINITY)
    if (waits) count('merge', 1)
    try {
      const result = await mergeInto(company, kind, duplicate, survivor.id)
      hide([duplicate.id], result.version)
      const text = t('mergedTitleIntoOther', what)
      announce(text, waiting())
      const merged = { ...result, stage: duplicate.stage }
      undoable.offer(() => undoStep({ step: 'merge', threat: merged }), { text, order })
      await refreshDetails()
    } catch (error) {
      showAgain([duplicate.id])
      if (waits) count('merge', -1)
      showFailure(duplicate, `${t('mergeFailed', what)}. ${errorText(error)}`)
    }
  }
  /** What one merge changed may show in the details of others: their duplicates, what they consist of. */
  const refreshDetails = () => client.invalidateQueries({ queryKey: [company, 'qa', 'threat'] })

  /** Takes one merge apart that was made before. */
  async function takeApart(merged: { id: string; version: number; source: AnySource; title: string }): Promise<void> {
    const title = shownTitle(merged.source, merged.title)
    try {
      const result = await unmerge(company, kind, merged)
      if (result.stage === 'queued') count('unmerge', 1)
      showAgain([merged.id])
      await Promise.all([refreshDetails(), client.invalidateQueries({ queryKey: reviewKey(company, kind) })])
      const text = t('unmergedTitle', { title })
      setAnnouncement(text)
      snackbar(text)
    } catch (error) {
      snackbar(`${t('unmergeFailed', { title })}. ${errorText(error)}`, { isFailure: true })
    }
  }

  function refused(step: ReviewStep, threat: QAThreat, error: unknown): void {
    showFailure(threat, `${failedText(step, shownTitle(threat.source, threat.title))}. ${errorText(error)}`)
  }

  function showFailure(threat: QAThreat, text: string): void {
    fail([[threat.id, text]])
    setAnnouncement(text)
    snackbar(text, { isFailure: true })
    // Somebody else moved it, or its version is old: what is shown must be read again.
    void client.invalidateQueries({ queryKey: reviewKey(company, kind) })
    void client.invalidateQueries({ queryKey: detailKey(company, threat.id) })
  }

  /** @returns ids of the threats that stayed, with their reason in `failures` */
  async function many(step: QueueStep, threats: readonly QAThreat[], remark?: RemarkInput): Promise<string[]> {
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
      announce(text, waiting())
      snackbar(text, { isFailure: failed.length > 0 })
      void client.invalidateQueries({ queryKey: reviewKey(company, kind) })
      return failed.map(({ id }) => id)
    } catch (error) {
      showAgain(ids)
      count(step, -ids.length)
      const text = `${failedText(step, nameOf(kind, threats))}. ${errorText(error)}`
      setAnnouncement(text)
      snackbar(text, { isFailure: true })
      return ids
    }
  }

  /** Undoes the last step, unless the client has it already. Returns what is back. */
  async function undo(): Promise<string | null> {
    // The last step may not be answered yet: without it, an earlier one would be undone in its place.
    await Promise.allSettled(underway.current)
    const last = undoable.last()
    if (!last) setAnnouncement(t('nothingToUndo'))
    return (await last?.()) ?? null
  }

  async function alreadyPublished(title: string): Promise<null> {
    const text = t('publishedNotUndone', { title })
    setAnnouncement(text)
    snackbar(text)
    return null
  }

  async function undoStep({ step, threat }: Taken): Promise<string | null> {
    try {
      // Whoever asked for a deletion may also take the request back; only granting it needs a second person.
      if (step === 'merge') await unmerge(company, kind, threat)
      else if (step === 'watch') await takeStep(company, kind, threat, 'unwatch')
      else await decideDeletion(company, kind, threat, 'refuse')
      showAgain([threat.id])
      const waits = step !== 'merge' || threat.stage === 'queued'
      if (waits) count(undoing[step], 1)
      if (step === 'merge') void refreshDetails()
      await client.invalidateQueries({ queryKey: reviewKey(company, kind) })
      announce(doneText('unwatch', shownTitle(threat.source, threat.title)), waiting())
      return waits ? threat.id : null
    } catch (error) {
      refused('unwatch', threat, error)
      return null
    }
  }

  return { shown, failures, announcement, one, many, merge, takeApart, undo }
}

function without<T>(map: ReadonlyMap<string, T>, ids: readonly string[]): ReadonlyMap<string, T> {
  if (!ids.some((id) => map.has(id))) return map
  return new Map([...map].filter(([id]) => !ids.includes(id)))
}
