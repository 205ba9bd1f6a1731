import { recheckWatched, usualCheckDays, type CheckDays } from '@signet/contract/review/qa'
import type { Kind } from '@signet/contract/threats/sources'
import type { RemarkInput } from '@signet/contract/threats/threats'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { inBatches } from '../../../api/in-batches.ts'
import type { GridStore } from '../../../ui/grid/columns/grid-store.ts'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { useJoinedMessage } from '../../../ui/feedback/messages/use-joined-message.ts'
import { useUndo } from '../../../ui/feedback/messages/use-undo.ts'
import { badgesKey, moveCounts } from '../moved-counts.ts'
import { stageChanges } from './stage-changes.ts'
import { countsKey } from '../qa.api.ts'
import { forgetRows, stageKey } from './stages.api.ts'
import {
  bulkFailureText,
  doneText,
  failedText,
  reviewedNameOf,
  reviewMany,
  takeStep,
  type Versions,
} from '../review-steps.ts'
import { decideDeletion } from './decide-deletion.ts'
import { isDecision, type StageStep } from '../stage-actions.ts'
import { countText, type ListedStage, type QaRecord } from '../qa-kind.ts'
import { useOutcomes } from './outcomes.ts'
import { notUndone, undoStageStep, whyNot } from './undo-stage-step.ts'
import { t } from './words.ts'

/** How long what was done with a row is shown in its place after the last step, milliseconds. */
export const settleMs = 5000

type Failure = readonly [threatId: string, text: string]

/** The refused threats with the reasons, and the versions that the step gave the others. */
interface Attempted {
  versions: Versions
  failed: Failure[]
}

/**
 * Steps on the threats of a later stage. Rows say at once what was done with them, and are restored when refused. The list is loaded again,
 * without them, when the reviewer pauses: until then nothing moves. While a step is under way, another one on the same threat, such as that
 * of a double click, is dropped. A step can be undone in its row, by its message or by key, as in the queue: the threats are again in this
 * list, as they were. A step that can't be undone is still the last one: the key says why, and leaves the steps before it alone.
 */
export function useStageSteps(company: string, kind: Kind, stage: ListedStage, store: GridStore) {
  const client = useQueryClient()
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map())
  const undoable = useUndo<Promise<void>>()
  const sayUndone = useJoinedMessage()
  const underWay = useRef(new Set<string>())
  const asking = useRef(0)
  const outcomes = useOutcomes()
  const { hasLeft } = outcomes
  const [returned, setReturned] = useState<{ id: string } | null>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(pause.current)
      // The page may be opened again before the list is loaded.
      forgetRows(client, company, kind, stage, hasLeft)
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the page is left
    [],
  )

  const take = async (
    step: StageStep,
    threats: readonly QaRecord[],
    remark?: RemarkInput,
    everyDays: CheckDays = usualCheckDays,
  ): Promise<void> => {
    const free = threats.filter(({ id }) => !underWay.current.has(id))
    if (free.length === 0) return
    for (const { id } of free) underWay.current.add(id)
    try {
      await undoable.take((order) => takeInOrder(order, step, free, { remark, everyDays }))
    } finally {
      for (const { id } of free) underWay.current.delete(id)
    }
  }

  async function takeInOrder(
    order: number,
    step: StageStep,
    threats: readonly QaRecord[],
    { remark, everyDays }: { remark: RemarkInput | undefined; everyDays: CheckDays },
  ): Promise<void> {
    const ids = threats.map(({ id }) => id)
    clearTimeout(pause.current)
    store.setDone(ids)
    outcomes.begin(step, ids)
    count(step, ids.length)
    setFailures((old) => new Map([...old].filter(([id]) => !ids.includes(id))))
    asking.current += 1
    const { versions, failed } = await (step === 'recheck'
      ? recheck(company, kind, threats, everyDays)
      : attempt(company, kind, step, threats, remark))
    asking.current -= 1
    store.clear()
    outcomes.settle(step, versions)
    if (failed.length > 0) {
      const refusedIds = failed.map(([id]) => id)
      outcomes.drop(refusedIds)
      count(step, -refusedIds.length)
      store.setDone(refusedIds, false)
      setFailures((old) => new Map([...old, ...failed]))
      // After a step on several threats, the refused ones stay selected.
      if (threats.length > 1) store.select(failed.map(([id]) => id))
    }
    const done = threats.filter(({ id }) => !failed.some(([failedId]) => failedId === id))
    if (done.length > 0) {
      const undoDone = await offer(order, step, done, versions)
      if (undoDone && done.length === 1) outcomes.settle(step, versions, undoDone)
    }
    const [first] = failed
    if (first) {
      const refused = threats.filter(({ id }) => failed.some(([failedId]) => failedId === id))
      snackbar(`${failedText(step, reviewedNameOf(kind, refused))}. ${first[1]}`, { isFailure: true })
    }
    if (failed.length > 0) await refresh()
    else {
      clearTimeout(pause.current)
      pause.current = setTimeout(() => void refresh(), settleMs)
      await refreshCounts()
    }
  }

  /** Says what was done, with Undo if it can be undone. */
  async function offer(
    order: number,
    step: StageStep,
    done: readonly QaRecord[],
    versions: Versions,
  ): Promise<(() => void) | undefined> {
    const text = doneText(step, reviewedNameOf(kind, done))
    const reason = await whyNot(client, company, step, done)
    if (reason !== null) {
      snackbar(text)
      const say = async () => {
        snackbar(notUndone(text, reason), { isFailure: true })
        undoable.offer(say, { order })
      }
      undoable.offer(say, { order })
      return undefined
    }
    const join = { key: step, textOf: (count: number) => doneText(step, countText(kind, count)) }
    const undoDone = undoable.offer(() => undoStep(step, done, versions), {
      text,
      order,
      ...(done.length === 1 ? { join } : {}),
    })
    return () => void undoDone()
  }

  async function undoStep(step: StageStep, threats: readonly QaRecord[], versions: Versions): Promise<void> {
    clearTimeout(pause.current)
    count(step, -threats.length)
    asking.current += 1
    await undoStageStep(sayUndone, company, kind, step, threats, versions)
    asking.current -= 1
    await refresh()
    const [first] = threats
    if (first) setReturned({ id: first.id })
  }

  async function refresh(): Promise<void> {
    clearTimeout(pause.current)
    await Promise.all([client.invalidateQueries({ queryKey: stageKey(company, kind, stage) }), refreshCounts()])
    store.setDone(outcomes.clear(), false)
  }

  /** Counts a step at once; the server's own counts are read when it has answered. */
  const count = (step: StageStep, by: number) => moveCounts(client, company, kind, stageChanges(stage, step, by))
  async function refreshCounts(): Promise<void> {
    await client.invalidateQueries({ queryKey: [company, 'qa'], refetchType: 'none' })
    // Another step is counted that the server doesn't know yet.
    if (asking.current > 0) return
    await Promise.all([
      client.invalidateQueries({ queryKey: countsKey(company, kind) }),
      client.invalidateQueries({ queryKey: badgesKey(company, kind) }),
    ])
  }

  const undo = () => undoable.undoLast(() => snackbar(t('nothingToUndo')))
  return { failures, take, undo, outcomes, returned }
}

/** Records a check; returns the threats that are no longer on the watchlist. */
async function recheck(
  company: string,
  kind: Kind,
  threats: readonly QaRecord[],
  everyDays: CheckDays,
): Promise<Attempted> {
  const ids = threats.map(({ id }) => id)
  const versions: Record<string, number> = {}
  try {
    const { failed } = await inBatches(
      ids,
      async (part) => {
        const answer = await call(recheckWatched, { query: { company }, body: { kind, ids: part, everyDays } })
        Object.assign(versions, answer.versions)
        return { done: answer.done, failed: answer.failed.map((id) => ({ id, code: 'CONFLICT' })) }
      },
      (id) => ({ id, code: 'NOT_SENT' }),
    )
    return { versions, failed: failed.map(({ id, code }) => [id, bulkFailureText(code)]) }
  } catch (error) {
    return { versions, failed: ids.map((id) => [id, errorText(error)]) }
  }
}

/** Takes the step. */
async function attempt(
  company: string,
  kind: Kind,
  step: Exclude<StageStep, 'recheck'>,
  threats: readonly QaRecord[],
  remark: RemarkInput | undefined,
): Promise<Attempted> {
  const input = remark ? { remark } : {}
  if (threats.length > 1 && !isDecision(step)) {
    const ids = threats.map(({ id }) => id)
    try {
      const { versions, failed } = await reviewMany(company, kind, ids, step, input)
      return { versions, failed: failed.map(({ id, code }) => [id, bulkFailureText(code)]) }
    } catch (error) {
      return { versions: {}, failed: ids.map((id) => [id, errorText(error)]) }
    }
  }
  // Decisions on deletions are sent one by one, because the server compares the caller with the requester of each.
  const versions: Record<string, number> = {}
  const failed: Failure[] = []
  for (const threat of threats) {
    try {
      const { version } = await (isDecision(step)
        ? decideDeletion(company, kind, threat, step)
        : takeStep(company, kind, threat, step, input))
      versions[threat.id] = version
    } catch (error) {
      failed.push([threat.id, errorText(error)])
    }
  }
  return { versions, failed }
}
