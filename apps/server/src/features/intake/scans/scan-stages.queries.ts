import { sql } from 'kysely'
import type { CtCursor } from '@signet/connectors'
import { scanStages, type ScanStage, type ScanStageName, type ScanStageState } from '@signet/contract/collection/scans'
import type { Words } from '@signet/contract/wire'
import type { Tx } from '../../../db/database.ts'
import { inEnglish, wordsOf } from '../../../errors/sentences.ts'

/** One stage of one scan of a company. */
export interface StageKey {
  companyId: number
  scanId: string
  stage: ScanStageName
}

/** What a step adds to its stage. */
export interface StageStep {
  /** Names that were looked up, or entries that were read. */
  done: number
  /** Names that were matched against the brands. */
  names: number
  skipped: number
  found: number
}

/** Adds the stages of a scan as waiting; existing ones aren't changed. */
export async function addStages(
  tx: Tx,
  companyId: number,
  scanId: string,
  stages: readonly ScanStageName[],
): Promise<void> {
  await tx
    .insertInto('scan_stages')
    .values(stages.map((stage) => ({ company_id: companyId, scan_id: scanId, stage, note: null })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const keyOf = (companyId: number, scanId: string) => `${companyId} ${scanId}`

/** The stages of scans in the order they run, by company and scan. Index: scan_stages_pkey. */
export async function stagesOf(
  tx: Tx,
  scans: readonly { company_id: number; id: string }[],
): Promise<(scan: { company_id: number; id: string }) => ScanStage[]> {
  const found = new Map<string, ScanStage[]>()
  if (scans.length > 0) {
    const rows = await tx
      .selectFrom('scan_stages')
      .select(['company_id', 'scan_id', 'stage', 'state', 'done', 'total', 'found', 'note'])
      .where('company_id', 'in', [...new Set(scans.map(({ company_id: id }) => id))])
      .where(
        'scan_id',
        'in',
        scans.map(({ id }) => id),
      )
      .execute()
    for (const row of rows.toSorted((a, b) => scanStages.indexOf(a.stage) - scanStages.indexOf(b.stage))) {
      const key = keyOf(row.company_id, row.scan_id)
      const total = row.total === null ? null : Number(row.total)
      const stage = {
        name: row.stage,
        state: row.state,
        done: Number(row.done),
        total,
        found: row.found,
        note: row.note && inEnglish(row.note),
      }
      found.set(key, [...(found.get(key) ?? []), stage])
    }
  }
  return (scan) => found.get(keyOf(scan.company_id, scan.id)) ?? []
}

const unlessFailed = (column: 'done' | 'names' | 'skipped') =>
  sql<number>`case when state = 'failed' and stage = 'permutations' then 0 else ${sql.ref(column)} end`

/**
 * Continues a stage where it stopped. After a failure, names are looked up again, because failed look-ups weren't answers; findings count
 * once either way.
 *
 * @returns null if it is completed
 */
export async function openStage(tx: Tx, key: StageKey): Promise<{ done: number } | null> {
  const row = await atStage(tx, key)
    .set({
      state: 'running',
      note: null,
      done: unlessFailed('done'),
      names: unlessFailed('names'),
      skipped: unlessFailed('skipped'),
    })
    .where('state', '!=', 'done')
    .returning('done')
    .executeTakeFirst()
  return row ? { done: Number(row.done) } : null
}

/** Stores the total amount of work. */
export async function setTotal(tx: Tx, key: StageKey, total: number): Promise<void> {
  await atStage(tx, key).set({ total }).execute()
}

/** Ends a stage, permanently or until the scan is retried. */
export async function closeStage(tx: Tx, key: StageKey, state: ScanStageState, note: Words | null): Promise<void> {
  await atStage(tx, key)
    .set({ state, note: note && JSON.stringify(wordsOf(note)) })
    .execute()
}

const atStage = (tx: Tx, { companyId, scanId, stage }: StageKey) =>
  tx
    .updateTable('scan_stages')
    .where('company_id', '=', companyId)
    .where('scan_id', '=', scanId)
    .where('stage', '=', stage)

/**
 * Counts a step of a stage and of its scan, in the transaction that stores the findings.
 *
 * @param from the progress that the step continues from, if the stage can be continued; a step that begins elsewhere isn't counted
 * @returns false if another process has continued
 */
export async function advanceStage(tx: Tx, key: StageKey, step: StageStep, from?: number): Promise<boolean> {
  const { numUpdatedRows } = await atStage(tx, key)
    .set({
      done: sql<number>`done + ${step.done}`,
      names: sql<number>`names + ${step.names}`,
      skipped: sql<number>`skipped + ${step.skipped}`,
      found: sql<number>`found + ${step.found}`,
    })
    .where('state', '=', 'running')
    .$if(from !== undefined, (query) => query.where('done', '=', String(from)))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  // Not in one statement: it would end the coordinator of a cluster (docs/database.md).
  const read = await tx
    .selectFrom('scan_stages')
    .select(({ fn }) => [fn.sum<string>('names').as('names'), fn.sum<string>('skipped').as('skipped')])
    .where('company_id', '=', key.companyId)
    .where('scan_id', '=', key.scanId)
    .executeTakeFirstOrThrow()
  const found = await tx
    .selectFrom('company_scans')
    .select(['threats_added', 'threats_seen_again'])
    .where('company_id', '=', key.companyId)
    .where('scan_id', '=', key.scanId)
    .executeTakeFirst()
  if (found) {
    await tx
      .updateTable('scans')
      .set({ names_read: read.names, names_skipped: read.skipped, ...found })
      .where('id', '=', key.scanId)
      .execute()
  }
  return true
}

/** The range of a log that a scan reads: from the first entry to the last one that existed at the start. */
export interface ScanLog {
  logId: string
  first: number
  next: number
  until: number
  cursor: CtCursor
}

/** The logs of a scan that have answered at least once. Index: scan_logs_pkey. */
export async function scanLogs(tx: Tx, companyId: number, scanId: string): Promise<ScanLog[]> {
  const rows = await tx
    .selectFrom('scan_logs')
    .select(['log_id', 'first_index', 'next_index', 'until_index', 'cursor'])
    .where('company_id', '=', companyId)
    .where('scan_id', '=', scanId)
    .orderBy('log_id')
    .execute()
  return rows.map((row) => ({
    logId: row.log_id,
    first: Number(row.first_index),
    next: Number(row.next_index),
    until: Number(row.until_index),
    cursor: row.cursor,
  }))
}

/** Stores the range of a log; an existing one isn't changed. */
export async function addScanLog(tx: Tx, key: StageKey, log: ScanLog): Promise<void> {
  await tx
    .insertInto('scan_logs')
    .values({
      company_id: key.companyId,
      scan_id: key.scanId,
      log_id: log.logId,
      first_index: log.first,
      next_index: log.next,
      until_index: log.until,
      cursor: JSON.stringify(log.cursor),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Moves the position in a log if it is still at the start of the batch. @returns false if another process has moved it */
export async function moveScanLog(tx: Tx, key: StageKey, log: ScanLog, cursor: CtCursor): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('scan_logs')
    .set({ next_index: cursor.next, cursor: JSON.stringify(cursor) })
    .where('company_id', '=', key.companyId)
    .where('scan_id', '=', key.scanId)
    .where('log_id', '=', log.logId)
    .where('next_index', '=', String(log.next))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes the positions in the logs, because the stage has ended. */
export async function deleteScanLogs(tx: Tx, { companyId, scanId }: StageKey): Promise<void> {
  await tx.deleteFrom('scan_logs').where('company_id', '=', companyId).where('scan_id', '=', scanId).execute()
}
