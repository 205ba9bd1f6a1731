import {
  addBookmark,
  getThreat,
  removeBookmark,
  triageThreat,
  type RemarkInput,
  type Threat,
  type TriageAction,
} from '@signet/contract/threats'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError, errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useCompany } from '../../session/company.ts'
import type { GridStore } from '../../ui/grid-store.ts'
import { snackbar, snackbars, toast } from '../../ui/toasts.ts'
import { shownTitle } from '../../format/shown-title.ts'
import { threatStatusLabels } from '@signet/contract/threats'
import { markedText, statusAfter } from './mark-words.ts'
import { cachedThreat, patchThreats, refreshAfterDecision } from './threat-cache.ts'

/**
 * Decisions on one threat: the row changes at once, the snackbar offers Undo, and what the server refuses is taken back with
 * the reason.
 */
export function useMarks(store: GridStore) {
  const client = useQueryClient()
  const company = useCompany()
  // What Z takes back, newest last.
  const undoable = useRef<(() => void)[]>([])

  const offerUndo = (text: string, undo: () => void) => {
    const once = () => {
      if (!undoable.current.includes(once)) return
      undoable.current = undoable.current.filter((other) => other !== once)
      snackbars.close(messageId)
      undo()
    }
    undoable.current = [...undoable.current, once]
    const messageId = snackbar(text, { action: { label: 'Undo', run: once } })
  }

  const mark = async (threat: Threat, action: TriageAction, remark?: RemarkInput): Promise<void> => {
    const before = cachedThreat(client, company, threat.id) ?? threat
    const ids = new Set([threat.id])
    const name = shownTitle(threat.source, threat.title)
    patchThreats(client, company, ids, () => ({ status: statusAfter(action) }))
    store.setDone([threat.id], action !== 'reopen')
    try {
      const after = await call(triageThreat, {
        params: { source: threat.source, threatId: threat.id },
        query: { company },
        body: { action, version: before.version, ...(remark ? { remark } : {}) },
      })
      patchThreats(client, company, ids, () => after)
      if (action === 'reopen') snackbar(markedText(`“${name}”`, action))
      else offerUndo(markedText(`“${name}”`, action), () => void mark(after, 'reopen'))
      refreshAfterDecision(client, company)
    } catch (error) {
      patchThreats(client, company, ids, () => ({ status: before.status, version: before.version }))
      store.setDone([threat.id], before.status !== 'open' && action === 'reopen')
      await explainRefusal(threat, name, error)
    }
  }

  /** Who changed it and to what, when somebody was faster; else the reason. */
  const explainRefusal = async (threat: Threat, name: string, error: unknown) => {
    if (!(error instanceof ApiError && error.code === 'CONFLICT')) {
      snackbar(`“${name}” was not changed. ${errorText(error)}`, { isFailure: true })
      return
    }
    const now = await call(getThreat, {
      params: { source: threat.source, threatId: threat.id },
      query: { company },
    }).catch(() => null)
    const who = now?.history.findLast(({ by }) => by !== null)?.by
    const text =
      now && now.version !== threat.version
        ? `${who ?? 'Someone else'} changed “${name}” meanwhile; it is now ${threatStatusLabels[now.status].toLowerCase()}.`
        : `“${name}” cannot be changed any more: work on its case has begun.`
    snackbar(text, {
      isFailure: true,
      action: { label: 'Reload', run: () => void client.invalidateQueries({ queryKey: [company, 'threats'] }) },
    })
  }

  const bookmark = async (threat: Threat): Promise<void> => {
    const isOn = !threat.bookmarked
    const ids = new Set([threat.id])
    patchThreats(client, company, ids, () => ({ bookmarked: isOn }))
    try {
      const target = { params: { source: threat.source, threatId: threat.id }, query: { company } }
      await (isOn ? call(addBookmark, target) : call(removeBookmark, target))
      toast(isOn ? 'Bookmarked' : 'Bookmark removed')
    } catch (error) {
      patchThreats(client, company, ids, () => ({ bookmarked: !isOn }))
      snackbar(`The bookmark was not changed. ${errorText(error)}`, { isFailure: true })
    }
  }

  /** Takes the last decision back; says so when there is none. */
  const undoLast = () => {
    const last = undoable.current.at(-1)
    if (last) last()
    else toast('Nothing to undo')
  }

  return { mark, bookmark, offerUndo, undoLast }
}
export type Marks = ReturnType<typeof useMarks>
