import type { PoolClient } from 'pg'
import { isOneOf } from '@signet/contract/narrow'
import type { Export, listExports } from '@signet/contract/reports/exports'
import { unfinishedStates, type RunState } from '@signet/contract/run-states'
import type { QueryOf } from '@signet/contract/route'
import type { File, Page } from '@signet/contract/wire'
import { advisoryLocks } from '../../db/advisory-locks.ts'
import { countedPage } from '../../db/capped-page.ts'
import type { Tx } from '../../db/database.ts'
import { messageOf } from '../../errors/sentences.ts'
import type { NewRow, Row } from '../../db/rows.ts'
import { firstPageOf } from '../evidence/first-page.routes.ts'
import { publishEvent } from '../notifications/live-events.queries.ts'
import { notify } from '../notifications/notify.ts'

export type ExportRow = Row<'exports'>

const sortColumn = { createdAt: 'created_at', kind: 'kind', format: 'format', status: 'status' } as const

/** A page of a user's exports. Index: exports_own. */
export async function listExportRows(
  tx: Tx,
  own: { companyId: number; userId: string },
  query: QueryOf<typeof listExports>,
): Promise<Page<ExportRow>> {
  const rows = tx.selectFrom('exports').where('company_id', '=', own.companyId).where('created_by', '=', own.userId)
  const sorted = rows
    .selectAll()
    .orderBy(sortColumn[query.sortField], query.sortDirection)
    .orderBy('id', query.sortDirection)
  return countedPage(rows, sorted, query)
}

export function findExport(
  tx: Tx,
  own: { companyId: number; userId: string },
  exportId: string,
): Promise<ExportRow | undefined> {
  return tx
    .selectFrom('exports')
    .selectAll()
    .where('company_id', '=', own.companyId)
    .where('created_by', '=', own.userId)
    .where('id', '=', exportId)
    .executeTakeFirst()
}

/** How many exports of a company are waiting or running. Index: exports_unfinished. */
export async function countUnfinished(tx: Tx, companyId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('exports')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('company_id', '=', companyId)
    .where('status', 'in', unfinishedStates)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Records the progress of a running export. @returns false if it was deleted or is finished */
export async function setProgress(
  tx: Tx,
  companyId: number,
  exportId: string,
  progress: { rows: number; total: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('exports')
    .set({ status: 'running', rows_done: progress.rows, rows_total: progress.total })
    .where('company_id', '=', companyId)
    .where('id', '=', exportId)
    .where('status', 'in', unfinishedStates)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Sends the state of an export on the live channel of its requester. */
export function publishExportChanged(
  tx: Tx,
  { company_id: companyId, id, created_by: userId }: Pick<ExportRow, 'company_id' | 'id' | 'created_by'>,
  state: RunState,
): Promise<void> {
  return publishEvent(tx, { companyId, type: 'job.changed', userId, data: { jobId: id, job: 'export', state } })
}

/** Why an export failed, as it is stored. */
const exportFailures = ['EXPORT_NOT_ALLOWED', 'EXPORT_NOT_MADE'] as const
type ExportFailure = (typeof exportFailures)[number]

/** Ends an export once and notifies its requester. @returns false if it was deleted or had already ended */
export async function finishExport(
  tx: Tx,
  companyId: number,
  exportId: string,
  end: { status: 'done' } | { status: 'failed'; error: ExportFailure },
): Promise<boolean> {
  const ended = await tx
    .updateTable('exports')
    .set({ status: end.status, finished_at: new Date(), error: end.status === 'failed' ? end.error : null })
    .where('company_id', '=', companyId)
    .where('id', '=', exportId)
    .where('status', 'in', unfinishedStates)
    .returning(['company_id', 'id', 'created_by', 'kind'])
    .executeTakeFirst()
  if (!ended) return false
  await publishExportChanged(tx, ended, end.status)
  if (end.status === 'failed') {
    await notify(tx, {
      companyId,
      audience: { users: [ended.created_by] },
      type: 'job',
      title: messageOf('EXPORT_FAILED', { kind: ended.kind }),
      body: messageOf(end.error, {}),
      href: '/reports',
      once: `export ${exportId}`,
    })
  }
  return true
}

/** An export as it is sent. */
export function toExport(row: ExportRow, file: File | undefined, fileHref: (fileId: string) => string): Export {
  return {
    id: row.id,
    kind: row.kind,
    format: row.format,
    filters: row.filters,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    ...(row.finished_at ? { finishedAt: row.finished_at.toISOString() } : {}),
    ...(row.rows_total === null ? {} : { progress: { rows: row.rows_done, total: row.rows_total } }),
    ...(isOneOf(exportFailures, row.error) ? { error: messageOf(row.error, {}) } : {}),
    ...(file ? { file, firstPage: firstPageOf(file, fileHref) } : {}),
  }
}

export async function insertExport(
  tx: Tx,
  companyId: number,
  row: Omit<NewRow<'exports'>, 'company_id'>,
): Promise<void> {
  await tx
    .insertInto('exports')
    .values({ company_id: companyId, ...row })
    .execute()
}

/** Deletes an export and releases its file; the nightly clean-up deletes the bytes. Indexes: exports_pkey, files_owner. */
export async function deleteExportRow(tx: Tx, companyId: number, exportId: string): Promise<void> {
  await tx.deleteFrom('exports').where('company_id', '=', companyId).where('id', '=', exportId).execute()
  await tx
    .deleteFrom('files')
    .where('company_id', '=', companyId)
    .where('owner_kind', '=', 'export')
    .where('owner_id', '=', exportId)
    .execute()
}

/** Takes one of a company's slots for exports; false if another connection has it. */
export async function takeSlot(client: PoolClient, companyId: number, slot: number): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1::int, $2::int) as taken', [
    advisoryLocks.exports + slot,
    companyId,
  ])
  return rows[0]?.taken === true
}
