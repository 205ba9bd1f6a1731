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
import { selectedSources, sourceIn, sourcesOfIds } from './selected-sources.ts'
import { patchThreats, refreshAfterDecision } from '../threat-cache.ts'
import type { DecideOne } from './use-decide-one.ts'

/** The maximum number of ids in one call. */
export const batchMax = 200

export interface BulkProgress {
  done: number
  total: number
}
export interface BulkFailure {
  id: string
  code: string
}

/** Splits a list into batches of at most `size`. */
export function batchesOf<T>(items: readonly T[], size = batchMax): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

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

  const decideIdsInOrder = async (
    order: number,
    { ids, sources }: { ids: readonly string[]; sources: readonly AnySource[] },
    decision: Decision,
    details: DecisionDetails,
  ) => {
    isStopped.current = false
    setFailed([])
    const done: string[] = []
    const refused: BulkFailure[] = []
    setProgress({ done: 0, total: ids.length })
    for (const batch of batchesOf(ids)) {
      if (isStopped.current) break
      try {
        const body = { company, kind, selection: { ids: batch }, action: decision, ...details }
        const answer = await call(decideThreats, { body })
        done.push(...answer.done)
        refused.push(...answer.failed)
      } catch (error) {
        const code = error instanceof ApiError ? error.code : 'INTERNAL'
        refused.push(...batch.map((id) => ({ id, code })))
        snackbar(`${t('notDecided', { things: words.count(batch.length) })} ${errorText(error)}`, {
          isFailure: true,
        })
        break
      }
      setProgress({ done: done.length + refused.length, total: ids.length })
    }
    setProgress(null)
    setFailed(refused)
    if (done.length === 0) return
    patchThreats(client, records, company, new Set(done), ({ version }) => ({
      status: statusAfter(decision),
      version: version + 1,
    }))
    store.setDone(done, decision !== 'reopen')
    const text = decidedText(words.count(done.length), decision, { until: details.until, sources })
    if (decision === 'reopen') snackbar(text)
    else one.undo.offer(() => void decideIds(done, 'reopen'), { order, text })
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
          selection: {
            filter: filter(),
            except: [...selection.except],
            expectedCount,
          },
          action: decision,
          ...details,
        },
      })
      setFailed(answer.failed)
      store.clear()
      if (answer.jobId) snackbar(t('decisionInProgress', { things: words.count(expectedCount) }))
      else {
        const { done } = answer
        const text = decidedText(words.count(done.length), decision, { until: details.until, sources })
        if (decision === 'reopen' || done.length === 0) snackbar(text)
        else one.undo.offer(() => void decideIds(done, 'reopen'), { order, text })
      }
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
