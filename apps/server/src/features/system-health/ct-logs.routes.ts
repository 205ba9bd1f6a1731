import { ctBehindAfterSeconds, type CtLogReading } from '@signet/contract/collection/ct-logs'
import type * as contract from '@signet/contract/collection/ct-logs'
import type { Handler } from '../../app/handler.ts'
import { inEnglish } from '../../errors/sentences.ts'
import { brandCount, ctLogRows, isDemoCompany, type CtLogRow } from './ct-logs.queries.ts'

/** Whether the log is being read, or should be. */
const isFollowed = (row: CtLogRow) => row.is_listed && row.state !== 'ended'

/**
 * Seconds since the log was fully covered: the age of the newest entry read while more are waiting, otherwise the time since none were
 * waiting.
 */
function lagOf(row: CtLogRow): number | null {
  const coveredUntil = row.next_index < row.tree_size ? row.entry_at : row.checked_at
  if (!isFollowed(row) || coveredUntil === null) return null
  return Math.max(0, Math.floor((row.now.getTime() - coveredUntil.getTime()) / 1000))
}

function toReading(row: CtLogRow): CtLogReading {
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
    entriesRead: row.entries_read,
    namesRead: row.names_read,
    unreadable: row.unreadable,
    gaps: row.gaps,
    checkedAt: row.checked_at?.toISOString() ?? null,
    retryAt: row.retry_at?.toISOString() ?? null,
    error: row.error && inEnglish(row.error),
  }
}

export const listCtLogs: Handler<typeof contract.listCtLogs> = async ({ tx }) => {
  const rows = await ctLogRows(tx)
  return { isOn: rows.some((row) => row.is_listed), logs: rows.map(toReading) }
}

export const getCtCoverage: Handler<typeof contract.getCtCoverage> = async ({ tx, company, identity }) => {
  const followed = (await ctLogRows(tx)).filter(isFollowed)
  // Demo data doesn't cover a real company of the same installation.
  const isInvented = followed.some((row) => row.is_demo)
  const isShown = !isInvented || (await identity((people) => isDemoCompany(people, company.id)))
  const rows = isShown ? followed : []
  const behind = rows.map(toReading).filter(({ isBehind }) => isBehind)
  const lags = behind.flatMap(({ lagSeconds }) => lagSeconds ?? [])
  const checked = rows.flatMap(({ checked_at: at }) => at?.getTime() ?? [])
  return {
    isOn: rows.length > 0,
    brands: await brandCount(tx, company.id),
    logs: rows.length,
    behind: behind.length,
    behindSeconds: lags.length > 0 ? Math.max(...lags) : null,
    stopped: rows.filter(({ state }) => state === 'stopped').length,
    checkedAt: checked.length > 0 ? new Date(Math.max(...checked)).toISOString() : null,
  }
}
