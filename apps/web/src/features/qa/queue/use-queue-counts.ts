import { isOneOf } from '@signet/contract/narrow'
import type { QaCounts } from '@signet/contract/review/qa'
import type { Kind } from '@signet/contract/threats/sources'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { countsKey } from '../qa.api.ts'
import type { SoloStep } from '../review-steps.ts'

/** A step, a merge, or undoing a whitelisting, a deletion request or a merge. */
type CountedStep = SoloStep | 'merge' | 'unwhitelist' | 'withdraw' | 'unmerge'

/** How long the server's own counts wait for the reviewer to pause. */
const countsDelayMs = 1500

/** The counts of the queue: each step changes them at once; the server's own are read when the reviewer pauses. */
export function useQueueCounts(company: string, kind: Kind) {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const count = (step: CountedStep, by: number) => {
    // An answer from before this step would undo what is shown.
    void client.cancelQueries({ queryKey: countsKey(company, kind) })
    client.setQueryData(countsKey(company, kind), (old: QaCounts | undefined) => old && counted(old, step, by))
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      void client.invalidateQueries({ queryKey: countsKey(company, kind) })
      void client.invalidateQueries({ queryKey: [company, 'qa', 'stage'] })
      void client.invalidateQueries({ queryKey: [company, 'qa', 'options'] })
      void client.invalidateQueries({ queryKey: [company, 'qa', 'sharers'] })
    }, countsDelayMs)
  }
  /** How many threats wait; undefined before the counts are loaded. */
  const waiting = () => client.getQueryData<QaCounts>(countsKey(company, kind))?.waiting
  return { count, waiting }
}

/** The counts after a step was taken `by` times (negative: undone). */
export function counted(counts: QaCounts, step: CountedStep, by: number): QaCounts {
  const isBack = isOneOf(['unwatch', 'restore', 'recall', 'unwhitelist', 'withdraw', 'unmerge'] as const, step)
  const waits = isBack ? by : -by
  const deletions = step === 'requestDeletion' ? by : step === 'withdraw' ? -by : 0
  const watched = step === 'watch' ? by : step === 'unwatch' ? -by : 0
  return {
    ...counts,
    waiting: Math.max(0, counts.waiting + waits),
    watched: Math.max(0, counts.watched + watched),
    publishedToday: Math.max(0, counts.publishedToday + (step === 'publish' ? by : step === 'recall' ? -by : 0)),
    // What is undone is no decision.
    reviewedTodayByMe: Math.max(0, counts.reviewedTodayByMe - waits),
    deletionsWaiting: Math.max(0, counts.deletionsWaiting + deletions),
  }
}
