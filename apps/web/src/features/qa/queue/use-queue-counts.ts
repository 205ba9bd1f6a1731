import { isOneOf } from '@signet/contract/narrow'
import type { QaCounts } from '@signet/contract/review/qa'
import type { Kind } from '@signet/contract/threats/sources'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { moveCounts, type CountChanges } from '../moved-counts.ts'
import { countsKey } from '../qa.api.ts'
import type { SoloStep } from '../review-steps.ts'

/** A step, a merge, or undoing a whitelisting, a deletion request or a merge. */
type CountedStep = SoloStep | 'merge' | 'unwhitelist' | 'withdraw' | 'unmerge'

/** How long the server's own counts wait for the reviewer to pause. */
const countsDelayMs = 1500

/** The counts of the queue, here and in the menu: each step changes them at once; the server's own are read when the reviewer pauses. */
export function useQueueCounts(company: string, kind: Kind) {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const count = (step: CountedStep, by: number) => {
    moveCounts(client, company, kind, queueChanges(step, by))
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

/** What a step changes that was taken `by` times (negative: undone). */
export function queueChanges(step: CountedStep, by: number): CountChanges {
  const isBack = isOneOf(['unwatch', 'restore', 'recall', 'unwhitelist', 'withdraw', 'unmerge'] as const, step)
  const waiting = isBack ? by : -by
  return {
    waiting,
    watched: step === 'watch' ? by : step === 'unwatch' ? -by : 0,
    publishedToday: step === 'publish' ? by : step === 'recall' ? -by : 0,
    // What is undone is no decision.
    reviewedTodayByMe: -waiting,
    deletionsWaiting: step === 'requestDeletion' ? by : step === 'withdraw' ? -by : 0,
  }
}
