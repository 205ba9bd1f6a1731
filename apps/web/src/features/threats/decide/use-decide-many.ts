import type { AnySource } from '@signet/contract/threats/sources'
import { decideThreats, type Decision } from '@signet/contract/threats/threats'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { PagedRows } from '../../../api/paged-rows.ts'
import { ApiError, errorText } from '../../../api/api-error.ts'
import { call, send } from '../../../api/call.ts'
import { useCompany } from '../../../session/company.ts'
import { selectedCount, type GridStore } from '../../../ui/grid/columns/grid-store.ts'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { t } from './words.ts'
import { decidedText, statusAfter } from './decision-words.ts'
import { useRecords, type AnyThreat, type DecisionDetails } from '../records.ts'
import { type BulkFailure, inBatches } from './in-batches.ts'
import { selectedSources, sourceIn, sourcesOfIds } from './selected-sources.ts'
import { patchThreats, refreshAfterDecision } from '../threat-cache.ts'
import type { DecideOne } from './use-decide-one.ts'

export interface BulkProgress {
  done: number
  total: number
}
/** The versions that a decision produced, by threat. */
type Versions = Readonly<Record<string, number>>

/** Decisions on many threats: in batches with progress and a Stop button, or on all threats that match the filters. */
export function useDecideMany(
  store: GridStore,
  rows: PagedRows<AnyThreat>,
  one: DecideOne,
  filter: () => Record<string, string>,
) {
  const client = useQueryClient()
  const company = useCompany()
  const records = useRecords()
  const { kind, name, words } = records
  const [progress, setProgress] = useState<BulkProgress | null>(null)
  const [failed, setFailed] = useState<readonly BulkFailure[]>([])
  const isStopped = useRef(false)

  const sourcesOfSelection = () => selectedSources(store, rows, sourceIn(filter()))
  /** @param sources left out if all of them are rows of the list */
  const decideIds = (
    ids: readonly string[],
    decision: Decision,
    details: DecisionDetails = {},
    sources: readonly AnySource[] = sourcesOfIds(rows, ids),
  ) => one.undo.take((order) => decideIdsInOrder(order, { ids, sources }, decision, details))

  /** Threats that somebody has changed since they had these versions are left alone. */
  const undoAt = (versions: Versions) => {
    const ids = Object.keys(versions)
    return one.undo.take((order) =>
      decideIdsInOrder(order, { ids, sources: sourcesOfIds(rows, ids), versions }, 'reopen', {}),
    )
  }

  const offerUndo = (order: number, versions: Versions, decision: Decision, how: Parameters<typeof decidedText>[2]) => {
    const count = Object.keys(versions).length
    const text = decidedText(words.count(count), decision, how)
    if (decision === 'reopen' || count === 0) snackbar(text)
    else one.undo.offer(() => undoAt(versions), { order, text })
  }

  const decideIdsInOrder = async (
    order: number,
    {
      ids,
      sources,
      versions,
    }: { ids: readonly string[]; sources: readonly AnySource[]; versions?: Versions | undefined },
    decision: Decision,
    details: DecisionDetails,
  ) => {
    isStopped.current = false
    setFailed([])
    setProgress({ done: 0, total: ids.length })
    const produced: Record<string, number> = {}
    const { done, failed: refused } = await inBatches(
      ids,
      async (batch) => {
        const body = { company, kind, selection: { ids: [...batch] }, action: decision, ...details }
        const read = versions && Object.fromEntries(Object.entries(versions).filter(([id]) => batch.includes(id)))
        const answer = await call(decideThreats, { body: { ...body, versions: read } })
        Object.assign(produced, answer.versions)
        return answer
      },
      {
        isStopped: () => isStopped.current,
        onProgress: (count) => setProgress({ done: count, total: ids.length }),
        onError: (error, count) =>
          snackbar(`${t('notDecided', { things: words.count(count) })} ${errorText(error)}`, { isFailure: true }),
      },
    )
    setProgress(null)
    setFailed(refused)
    if (done.length === 0) return
    patchThreats(client, records, company, new Set(done), ({ id, version }) => ({
      status: statusAfter(decision),
      version: produced[id] ?? version,
    }))
    store.setDone(done, decision !== 'reopen')
    offerUndo(order, produced, decision, { until: details.until, sources })
    refreshAfterDecision(client, records, company)
  }

  const decideAll = (total: number, decision: Decision, details: DecisionDetails = {}) =>
    one.undo.take((order) => decideAllInOrder(order, total, decision, details))

  const decideAllInOrder = async (order: number, total: number, decision: Decision, details: DecisionDetails) => {
    const selection = store.selection()
    const sources = sourcesOfSelection()
    const expectedCount = selectedCount(selection, total)
    setFailed([])
    setProgress({ done: 0, total: expectedCount })
    try {
      // The filter is in wire form, like the query of the list; the type of the route has it as the server reads it.
      const answer = await send(decideThreats, {
        body: {
          company,
          kind,
          selection: { filter: filter(), except: [...selection.except], expectedCount },
          action: decision,
          ...details,
        },
      })
      setFailed(answer.failed)
      store.clear()
      if (answer.jobId) snackbar(t('decisionInProgress', { things: words.count(expectedCount) }))
      else offerUndo(order, answer.versions, decision, { until: details.until, sources })
      await client.invalidateQueries({ queryKey: [company, name] })
    } catch (error) {
      snackbar(`${t('nothingChanged')} ${errorText(error)}`, { isFailure: true })
      if (error instanceof ApiError && error.code === 'SELECTION_MOVED') {
        await client.invalidateQueries({ queryKey: [company, name] })
      }
    } finally {
      setProgress(null)
    }
  }

  return {
    /** The sources of the selected threats, as far as they are known. */
    selectedSources: sourcesOfSelection,
    progress,
    failed,
    forgetFailed: () => setFailed([]),
    stop: () => {
      isStopped.current = true
    },
    decideIds,
    decideAll,
  }
}
export type DecideMany = ReturnType<typeof useDecideMany>
