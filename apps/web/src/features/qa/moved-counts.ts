import type { QaCounts } from '@signet/contract/review/qa'
import type { Kind } from '@signet/contract/threats/sources'
import type { QueryClient } from '@tanstack/react-query'
import { badgeKey, type BadgeCount } from './badge.ts'
import { countsKey } from './qa.api.ts'

type CountField = BadgeCount | 'publishedToday' | 'reviewedTodayByMe'
/** By how much each count of the review changes. */
export type CountChanges = Readonly<Partial<Record<CountField, number>>>

const badgeCounts = ['waiting', 'watched', 'deletionsWaiting'] as const satisfies readonly BadgeCount[]
const fields = [...badgeCounts, 'publishedToday', 'reviewedTodayByMe'] as const satisfies readonly CountField[]

/** The counts with the changes. None of them goes below zero. */
export function changedCounts(counts: QaCounts, changes: CountChanges): QaCounts {
  const changed = { ...counts }
  for (const field of fields) changed[field] = Math.max(0, counts[field] + (changes[field] ?? 0))
  return changed
}

/** Changes the counts above the queue and in the menu at once. Answers from before the step, which would undo that, are dropped. */
export function moveCounts(client: QueryClient, company: string, kind: Kind, changes: CountChanges): void {
  void client.cancelQueries({ queryKey: countsKey(company, kind) })
  client.setQueryData(
    countsKey(company, kind),
    (counts: QaCounts | undefined) => counts && changedCounts(counts, changes),
  )
  for (const field of badgeCounts) {
    const by = changes[field] ?? 0
    if (by === 0) continue
    const queryKey = [company, ...badgeKey(kind, field)]
    void client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, (count: number | undefined) =>
      count === undefined ? undefined : Math.max(0, count + by),
    )
  }
}

/** The key of all counts of a kind in the menu. */
export const badgesKey = (company: string, kind: Kind) => [company, ...badgeKey(kind, 'waiting').slice(0, -1)]
