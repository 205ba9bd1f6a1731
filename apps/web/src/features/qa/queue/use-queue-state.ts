import type { Kind } from '@signet/contract/threats/sources'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { snackbar, toast } from '../../../ui/feedback/messages/toasts.ts'
import { detailKey, reviewKey } from '../qa.api.ts'
import { useQueueCounts } from './use-queue-counts.ts'
import { t } from './words.ts'
import type { QaRecord } from '../qa-kind.ts'

export type QueueState = ReturnType<typeof useQueueState>

/**
 * The queue as it is shown: without the threats that left, with the failures of others, and with what screen readers announce.
 *
 * A threat that left is hidden by the version it left with: should it come back, its version is higher and it shows again.
 */
export function useQueueState(company: string, kind: Kind, items: readonly QaRecord[]) {
  const client = useQueryClient()
  const [left, setLeft] = useState<ReadonlyMap<string, number>>(new Map())
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map())
  const [announcement, say] = useState('')
  const [returned, setReturned] = useState<{ id: string } | null>(null)
  const { count, waiting } = useQueueCounts(company, kind)
  // Not state: a second click may come before the first one is rendered.
  const underWay = useRef(new Set<string>())
  const shown = items.filter(({ id, version }) => (left.get(id) ?? 0) < version)

  const fail = (entries: readonly (readonly [string, string])[]) => setFailures((old) => new Map([...old, ...entries]))
  const announce = (text: string) => say(t('textAndWaitingCount', { count: waiting() ?? shown.length, text }))
  const refresh = () => client.invalidateQueries({ queryKey: reviewKey(company, kind) })
  const refreshDetail = (threatId: string) => client.invalidateQueries({ queryKey: detailKey(company, threatId) })
  return {
    shown,
    failures,
    announcement,
    say,
    announce,
    /** What was undone last, for the cursor to return to. */
    returned,
    count,
    /** @param version the one it left with; infinite while its step is under way */
    hide: (ids: readonly string[], version: number) => {
      for (const id of ids) underWay.current[version === Number.POSITIVE_INFINITY ? 'add' : 'delete'](id)
      setLeft((old) => new Map([...old, ...ids.map((id) => [id, version] as const)]))
    },
    showAgain: (ids: readonly string[]) => {
      for (const id of ids) underWay.current.delete(id)
      setLeft((old) => without(old, ids))
    },
    isUnderWay: (id: string) => underWay.current.has(id),
    fail,
    forgive: (ids: readonly string[]) => setFailures((old) => without(old, ids)),
    showFailure: (threat: QaRecord, text: string) => {
      fail([[threat.id, text]])
      say(text)
      snackbar(text, { isFailure: true })
      // Somebody else moved it, or its version is old: what is shown must be read again.
      void refresh()
      void refreshDetail(threat.id)
    },
    /** Says that a step was undone, whichever way, and what is back in the queue by it. */
    sayUndone: (step: string, backId: string | null) => {
      const text = t('undone', { step })
      toast(text)
      announce(text)
      if (backId !== null) setReturned({ id: backId })
    },
    refresh,
    refreshDetail,
    /** What one merge changed may show in the details of others: their duplicates, what they consist of. */
    refreshDetails: () => client.invalidateQueries({ queryKey: [company, 'qa', 'threat'] }),
  }
}

function without<T>(map: ReadonlyMap<string, T>, ids: readonly string[]): ReadonlyMap<string, T> {
  if (!ids.some((id) => map.has(id))) return map
  return new Map([...map].filter(([id]) => !ids.includes(id)))
}
