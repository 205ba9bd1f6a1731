import { recheckWatched, reviewThreats, usualCheckDays, type CheckDays } from '@signet/contract/review/qa'
import type { Kind } from '@signet/contract/threats/sources'
import type { RemarkInput } from '@signet/contract/threats/threats'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import type { GridStore } from '../../../ui/grid/columns/grid-store.ts'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { countsKey, stageKey } from '../qa.api.ts'
import { bulkFailureText, decideDeletion, doneText, failedText, reviewedNameOf, takeStep } from '../review-steps.ts'
import { isDecision, type StageStep } from '../stage-actions.ts'
import type { ListedStage, QaRecord } from '../qa-kind.ts'

type Failure = readonly [threatId: string, text: string]

/** Steps on the threats of a later stage. Rows are dimmed at once, disappear with the next load, and are restored when refused. */
export function useStageSteps(company: string, kind: Kind, stage: ListedStage, store: GridStore) {
  const client = useQueryClient()
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map())

  async function take(
    step: StageStep,
    threats: readonly QaRecord[],
    remark?: RemarkInput,
    everyDays: CheckDays = usualCheckDays,
  ): Promise<void> {
    const ids = threats.map(({ id }) => id)
    store.setDone(ids)
    setFailures((old) => new Map([...old].filter(([id]) => !ids.includes(id))))
    const failed = await (step === 'recheck'
      ? recheck(company, kind, threats, everyDays)
      : attempt(company, kind, step, threats, remark))
    store.clear()
    store.setDone(ids, false)
    if (failed.length > 0) {
      setFailures((old) => new Map([...old, ...failed]))
      // After a step on several threats, the refused ones stay selected.
      if (threats.length > 1) store.select(failed.map(([id]) => id))
    }
    const done = threats.filter(({ id }) => !failed.some(([failedId]) => failedId === id))
    if (done.length > 0) snackbar(doneText(step, reviewedNameOf(kind, done)))
    const [first] = failed
    if (first) {
      const refused = threats.filter(({ id }) => failed.some(([failedId]) => failedId === id))
      snackbar(`${failedText(step, reviewedNameOf(kind, refused))}. ${first[1]}`, { isFailure: true })
    }
    await Promise.all([
      client.invalidateQueries({ queryKey: stageKey(company, kind, stage) }),
      client.invalidateQueries({ queryKey: countsKey(company, kind) }),
      client.invalidateQueries({ queryKey: [company, 'qa'], refetchType: 'none' }),
    ])
  }

  return { failures, take }
}

/** Records a check; returns the threats that are no longer on the watchlist. */
async function recheck(
  company: string,
  kind: Kind,
  threats: readonly QaRecord[],
  everyDays: CheckDays,
): Promise<Failure[]> {
  try {
    const ids = threats.map(({ id }) => id)
    const { failed } = await call(recheckWatched, { query: { company }, body: { kind, ids, everyDays } })
    return failed.map((id) => [id, bulkFailureText('CONFLICT')])
  } catch (error) {
    return threats.map(({ id }) => [id, errorText(error)])
  }
}

/** Takes the step; returns the refused threats and the reasons. */
async function attempt(
  company: string,
  kind: Kind,
  step: Exclude<StageStep, 'recheck'>,
  threats: readonly QaRecord[],
  remark: RemarkInput | undefined,
): Promise<Failure[]> {
  const input = remark ? { remark } : {}
  if (threats.length > 1 && !isDecision(step)) {
    try {
      const { failed } = await call(reviewThreats, {
        query: { company },
        body: { kind, ids: threats.map(({ id }) => id), action: step, ...input },
      })
      return failed.map(({ id, code }) => [id, bulkFailureText(code)])
    } catch (error) {
      return threats.map(({ id }) => [id, errorText(error)])
    }
  }
  // Decisions on deletions are sent one by one, because the server compares the caller with the requester of each.
  const failed: Failure[] = []
  for (const threat of threats) {
    try {
      await (isDecision(step)
        ? decideDeletion(company, kind, threat, step)
        : takeStep(company, kind, threat, step, input))
    } catch (error) {
      failed.push([threat.id, errorText(error)])
    }
  }
  return failed
}
