import { changeLeak, changeLeaks, type Leak, type LeakStatus } from '@signet/contract/leaks/leaks'
import { idsMax } from '@signet/contract/wire'
import type { Page } from '@signet/contract/wire'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import type { GridStore } from '../../../ui/grid/columns/grid-store.ts'
import { snackbar, toast } from '../../../ui/feedback/messages/toasts.ts'
import { t } from '../words.ts'
import { leakName } from '../leak-words.ts'
import { useJoinedMessage } from '../../../ui/feedback/messages/use-joined-message.ts'
import { useUndo } from '../../../ui/feedback/messages/use-undo.ts'

/** Updates leaks everywhere in the cache. */
function patchLeaks(client: QueryClient, company: string, ids: ReadonlySet<string>, patch: (leak: Leak) => Leak): void {
  const patched = (leak: Leak) => (ids.has(leak.id) ? patch(leak) : leak)
  const pages = (old: Page<Leak> | undefined) => old && { ...old, items: old.items.map(patched) }
  client.setQueriesData<Page<Leak>>({ queryKey: [company, 'leaks', 'list'] }, pages)
  client.setQueriesData<Page<Leak>>({ queryKey: [company, 'leaks', 'people', 'leaks'] }, pages)
  client.setQueriesData<Leak>({ queryKey: [company, 'leaks', 'one'] }, (old) => old && patched(old))
}

function cachedLeak(client: QueryClient, company: string, leakId: string): Leak | undefined {
  for (const [, page] of client.getQueriesData<Page<Leak>>({ queryKey: [company, 'leaks', 'list'] })) {
    const found = page?.items.find(({ id }) => id === leakId)
    if (found) return found
  }
  return client.getQueryData<Leak>([company, 'leaks', 'one', leakId])
}

/** The leak as it was last read. */
function newest(client: QueryClient, company: string, leak: Leak): Leak {
  const cached = cachedLeak(client, company, leak.id)
  return cached && cached.version > leak.version ? cached : leak
}

/** The result of a change as text. */
function doneText(count: number, status: LeakStatus): string {
  if (status === 'resolved') return t('leaksResolvedCount', { count })
  if (status === 'ignored') return t('leaksIgnoredCount', { count })
  return t('leaksReopenedCount', { count })
}

export interface ChangeProgress {
  done: number
  total: number
}

/** Changes the status of leaks. The rows change at once, Undo restores each previous status, and a refusal is shown with its reason. */
export function useLeakChanges(company: string, store: GridStore) {
  const client = useQueryClient()
  const [progress, setProgress] = useState<ChangeProgress | null>(null)
  const isStopped = useRef(false)
  const undo = useUndo<Promise<void>>()
  const sayUndone = useJoinedMessage()

  const refreshFigures = () => {
    void client.invalidateQueries({ queryKey: [company, 'leaks', 'figures'] })
    void client.invalidateQueries({ queryKey: [company, 'leaks', 'groups'] })
    void client.invalidateQueries({ queryKey: [company, 'leaks', 'people', 'list'] })
  }
  const restore = async (before: readonly Leak[], now: LeakStatus) => {
    // Grouped by previous status, because some may have been resolved and others open.
    for (const [status, leaks] of Map.groupBy(before, (leak) => leak.status)) {
      await changeMany(
        leaks.map((leak) => ({ ...leak, status: now })),
        status,
        true,
      )
    }
  }

  const changeOne = (leak: Leak, status: LeakStatus): Promise<void> =>
    undo.take((order) => changeOneInOrder(order, leak, status))

  const changeOneInOrder = async (order: number, leak: Leak, status: LeakStatus): Promise<void> => {
    const before = cachedLeak(client, company, leak.id) ?? leak
    if (before.status === status) return
    const ids = new Set([leak.id])
    patchLeaks(client, company, ids, (old) => ({ ...old, status }))
    store.setDone([leak.id], status !== 'open')
    try {
      const after = await call(changeLeak, {
        params: { leakId: leak.id },
        query: { company },
        body: { status, version: before.version },
      })
      patchLeaks(client, company, ids, () => after)
      undo.offer(() => restore([{ ...after, status: before.status }], status), {
        order,
        text: doneText(1, status),
        join: { key: status, textOf: (count) => doneText(count, status) },
      })
      refreshFigures()
    } catch (error) {
      patchLeaks(client, company, ids, () => before)
      store.setDone([leak.id], before.status !== 'open')
      const isChanged = error instanceof ApiError && error.code === 'CONFLICT'
      const name = leakName(leak)
      snackbar(isChanged ? t('changedByOthers', { name }) : t('updateFailed', { name, why: errorText(error) }), {
        isFailure: true,
        ...(isChanged
          ? {
              action: {
                label: t('reload'),
                run: () => void client.invalidateQueries({ queryKey: [company, 'leaks'] }),
              },
            }
          : {}),
      })
    }
  }

  /** Leaks that somebody has changed since they had these versions are left alone. */
  const changeMany = (leaks: readonly Leak[], status: LeakStatus, isUndo = false): Promise<void> =>
    undo.take((order) => changeManyInOrder(order, leaks, status, isUndo))

  const changeManyInOrder = async (order: number, leaks: readonly Leak[], status: LeakStatus, isUndo: boolean) => {
    isStopped.current = false
    setProgress({ done: 0, total: leaks.length })
    const before: Leak[] = []
    let isRefused = false
    for (let at = 0; at < leaks.length && !isStopped.current; at += idsMax) {
      // A selected leak may have been changed here since it was selected; an undo keeps to the versions of its change.
      const batch = leaks.slice(at, at + idsMax).map((leak) => (isUndo ? leak : newest(client, company, leak)))
      try {
        const { done, versions, failed } = await call(changeLeaks, {
          query: { company },
          body: {
            company,
            ids: batch.map(({ id }) => id),
            status,
            versions: Object.fromEntries(batch.map(({ id, version }) => [id, version])),
          },
        })
        isRefused ||= failed.length > 0
        const ids = new Set(done)
        const moved = batch.filter((leak) => ids.has(leak.id) && leak.status !== status)
        const after = (leak: Leak): number => versions[leak.id] ?? leak.version
        before.push(...moved.map((leak) => ({ ...leak, version: after(leak) })))
        const movedIds = new Set(moved.map(({ id }) => id))
        patchLeaks(client, company, movedIds, (old) => ({ ...old, status, version: after(old) }))
        store.setDone(done, status !== 'open')
        const changed = failed.filter(({ code }) => code === 'CONFLICT').length
        if (changed > 0) {
          snackbar(t('leaksChangedByOthersCount', { count: changed }), { isFailure: true })
          void client.invalidateQueries({ queryKey: [company, 'leaks'] })
        }
        if (failed.length > changed) {
          snackbar(t('leaksGoneCount', { count: failed.length - changed }), { isFailure: true })
        }
      } catch (error) {
        isRefused = true
        snackbar(`${t('updateFailedCount', { count: leaks.length - at })} ${errorText(error)}`, {
          isFailure: true,
        })
        break
      }
      setProgress({ done: Math.min(leaks.length, at + idsMax), total: leaks.length })
    }
    setProgress(null)
    if (before.length > 0) {
      const textForMany = (count: number) => doneText(count, status)
      if (isUndo) sayUndone(status, textForMany(before.length), before.length, textForMany)
      else undo.offer(() => restore(before, status), { order, text: doneText(before.length, status) })
      refreshFigures()
    } else if (!isUndo && !isRefused) toast(t('statusUnchanged'))
  }

  return {
    progress,
    stop: () => {
      isStopped.current = true
    },
    changeOne,
    changeMany,
    undoLast: () => void undo.undoLast(() => toast(t('nothingToUndo'))),
  }
}
export type LeakChanges = ReturnType<typeof useLeakChanges>
