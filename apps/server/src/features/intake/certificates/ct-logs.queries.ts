import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { CtCursor, CtLog } from '@signet/connectors'
import type { CtLogKind, CtLogState } from '@signet/contract/collection/ct-logs'
import type { Words } from '@signet/contract/wire'
import type { Tx } from '../../../db/database.ts'
import { wordsOf } from '../../../errors/sentences.ts'

/** A log with the reader's progress. */
export interface CtLogProgress {
  id: string
  state: CtLogState
  cursor: CtCursor | null
  failures: number
  retryAt: Date | null
}

/** An entry of the list of logs, or a placeholder for a stream. */
export interface ListedLog {
  logId: string
  operator: string
  description: string
  url: string
  kind: CtLogKind
  isReadable: boolean
}

export const toListed = (log: CtLog, isReadable: boolean): ListedLog => ({
  logId: log.logId,
  operator: log.operator,
  description: log.description,
  url: log.url,
  kind: log.kind,
  isReadable,
})

/**
 * Stores which logs are currently listed: new logs are added, removed logs are no longer followed, and a log that is listed again continues
 * at its last position. Index: ct_logs_log_id_key.
 */
export async function putCtLogs(tx: Tx, logs: readonly ListedLog[]): Promise<void> {
  const column = <T>(pick: (log: ListedLog) => T) => logs.map(pick)
  await sql`
    insert into ct_logs (id, log_id, operator, description, url, kind, state, is_listed)
    select l.id, l.log_id, l.operator, l.description, l.url, l.kind, case when l.is_readable then 'waiting' else 'ended' end, true
    from unnest(${logs.map(() => randomUUID())}::uuid[], ${column(({ logId }) => logId)}::text[],
      ${column(({ operator }) => operator)}::text[], ${column(({ description }) => description)}::text[],
      ${column(({ url }) => url)}::text[], ${column(({ kind }) => kind)}::text[],
      ${column((log) => log.isReadable)}::boolean[]) as l (id, log_id, operator, description, url, kind, is_readable)
    order by l.log_id
    on conflict (log_id) do update set operator = excluded.operator, description = excluded.description, url = excluded.url,
      is_listed = true, state = case
        when excluded.state = 'ended' then 'ended'
        when not ct_logs.is_listed and ct_logs.state = 'ended' then 'waiting'
        else ct_logs.state end`.execute(tx)
  await tx
    .updateTable('ct_logs')
    .set({ is_listed: false, retry_at: null })
    .where('is_listed', '=', true)
    .where('is_demo', '=', false)
    .where('log_id', 'not in', ['', ...column(({ logId }) => logId)])
    .execute()
}

/** The progress of a log. Index: ct_logs_log_id_key. */
export async function ctLogState(tx: Tx, logId: string): Promise<CtLogProgress> {
  const row = await tx
    .selectFrom('ct_logs')
    .select(['id', 'state', 'next_index', 'tree_size', 'tree_root', 'tree_at', 'edge', 'failures', 'retry_at'])
    .where('log_id', '=', logId)
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    state: row.state,
    cursor:
      row.tree_root === null
        ? null
        : {
            next: Number(row.next_index),
            treeSize: Number(row.tree_size),
            treeRoot: row.tree_root,
            treeAt: row.tree_at?.getTime() ?? 0,
            edge: row.edge,
          },
    failures: row.failures,
    retryAt: row.retry_at,
  }
}

/** What a batch adds to the counts of its log. */
export interface BatchCounts {
  entries: number
  names: number
  threatsAdded: number
  unreadable: number
  gap: number
  /** When the newest of its entries was logged. */
  entryAt: Date | null
}

/**
 * Moves the cursor of a log if it is still at the start of the batch; locks the log until the transaction ends.
 *
 * @returns false if another process has moved it
 */
export async function moveCursor(
  tx: Tx,
  log: { id: string; cursor: CtCursor | null },
  next: CtCursor,
  counts: BatchCounts,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update ct_logs set state = 'reading', next_index = ${next.next}, tree_size = ${next.treeSize}, tree_root = ${next.treeRoot},
      tree_at = ${new Date(next.treeAt)}, edge = ${next.edge}, entry_at = coalesce(${counts.entryAt}::timestamptz, entry_at),
      entries_read = entries_read + ${counts.entries}, names_read = names_read + ${counts.names},
      threats_added = threats_added + ${counts.threatsAdded}, unreadable = unreadable + ${counts.unreadable},
      gaps = gaps + ${counts.gap}, checked_at = now(),
      failures = case when ${counts.entries + counts.gap > 0} then 0 else failures end
    where id = ${log.id} and next_index = ${log.cursor?.next ?? 0}
      and tree_root is not distinct from ${log.cursor?.treeRoot ?? null}::text returning id`.execute(tx)
  return rows.length === 1
}

/** Counts the entries of a stream; a stream has no position to continue from, only a length. */
export async function setStreamed(tx: Tx, id: string, counts: BatchCounts): Promise<void> {
  await sql`
    update ct_logs set state = 'reading', next_index = next_index + ${counts.entries}, tree_size = next_index + ${counts.entries},
      entries_read = entries_read + ${counts.entries}, names_read = names_read + ${counts.names},
      threats_added = threats_added + ${counts.threatsAdded}, unreadable = unreadable + ${counts.unreadable},
      entry_at = now(), checked_at = now(), failures = 0, error = null, retry_at = null
    where id = ${id}`.execute(tx)
}

/** Records that a log was read to its end, for now or permanently. */
export async function setCaughtUp(tx: Tx, id: string, isEnded: boolean): Promise<void> {
  await tx
    .updateTable('ct_logs')
    .set({
      state: isEnded ? 'ended' : 'reading',
      failures: 0,
      error: null,
      retry_at: null,
      checked_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/** Records an error and when the log is read again. */
export async function setFailure(
  tx: Tx,
  id: string,
  failure: { error: Words; retryAt: Date; isStopped: boolean },
): Promise<void> {
  await tx
    .updateTable('ct_logs')
    .set((set) => ({
      error: JSON.stringify(wordsOf(failure.error)),
      retry_at: failure.retryAt,
      failures: set('failures', '+', 1),
      ...(failure.isStopped ? { state: 'stopped' as const } : {}),
    }))
    .where('id', '=', id)
    .execute()
}

/** Records for every followed log why the list couldn't be loaded. */
export async function setListFailure(tx: Tx, error: Words): Promise<void> {
  await tx
    .updateTable('ct_logs')
    .set({ error: JSON.stringify(wordsOf(error)) })
    .where('is_listed', '=', true)
    .where('is_demo', '=', false)
    .where('state', '!=', 'ended')
    .execute()
}
