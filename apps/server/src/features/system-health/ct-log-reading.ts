import { ctBehindAfterSeconds, type CtLogReading } from '@signet/contract/collection/ct-logs'
import { inEnglish } from '../../errors/sentences.ts'
import type { CtLogRow } from './ct-logs.queries.ts'

/** Whether the log is being read, or should be. */
export const isFollowed = (row: CtLogRow) => row.is_listed && row.state !== 'ended'

/**
 * Seconds since the log was fully covered: the age of the newest entry read while more are waiting, otherwise the time since none were
 * waiting.
 */
function lagOf(row: CtLogRow): number | null {
  const coveredUntil = row.next_index < row.tree_size ? row.entry_at : row.checked_at
  if (!isFollowed(row) || coveredUntil === null) return null
  return Math.max(0, Math.floor((row.now.getTime() - coveredUntil.getTime()) / 1000))
}

/** A log as the page shows it. */
export function toReading(row: CtLogRow): CtLogReading {
  const lagSeconds = lagOf(row)
  return {
    id: row.id,
    operator: row.operator,
    description: row.description,
    url: row.url,
    kind: row.kind,
    state: row.is_listed ? row.state : 'ended',
    treeSize: row.tree_size,
    position: row.next_index,
    backlog: isFollowed(row) ? Math.max(0, row.tree_size - row.next_index) : 0,
    lagSeconds,
    // A log that was never reached covers nothing, and a stopped one falls behind further every second.
    isBehind: isFollowed(row) && (lagSeconds === null || lagSeconds > ctBehindAfterSeconds || row.state === 'stopped'),
    isDemo: row.is_demo,
    entriesRead: row.entries_read,
    namesRead: row.names_read,
    unreadable: row.unreadable,
    gaps: row.gaps,
    checkedAt: row.checked_at?.toISOString() ?? null,
    retryAt: row.retry_at?.toISOString() ?? null,
    error: row.error && inEnglish(row.error),
  }
}
