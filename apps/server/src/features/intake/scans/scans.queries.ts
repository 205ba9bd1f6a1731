import { sql } from 'kysely'
import type { Words } from '@signet/contract/wire'
import type { Tx } from '../../../db/database.ts'

export interface ScanProgress {
  namesRead: number
  namesSkipped: number
  threatsAdded: number
  threatsSeenAgain: number
}
const countsOf = ({ namesRead, namesSkipped }: ScanProgress) => ({ names_read: namesRead, names_skipped: namesSkipped })

/** Adds a scan of one company that waits for a worker. */
export async function insertScan(
  tx: Tx,
  scan: { scanId: string; feed: string; companyId: number; byName: string },
): Promise<void> {
  await tx.insertInto('scans').values({ id: scan.scanId, feed: scan.feed, error: null, finished_at: null }).execute()
  await tx
    .insertInto('company_scans')
    .values({ company_id: scan.companyId, scan_id: scan.scanId, by_name: scan.byName })
    .execute()
}

/** Records that a scan is running, also if it ran before. */
export async function putRunning(tx: Tx, scanId: string, feed: string): Promise<void> {
  await tx
    .insertInto('scans')
    .values({ id: scanId, feed, state: 'running', error: null, finished_at: null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ state: 'running', error: null, finished_at: null }))
    .execute()
}

/** Stores how far a running scan is. Index: scans_pkey. */
export async function setCounts(tx: Tx, scanId: string, progress: ScanProgress): Promise<void> {
  await tx
    .updateTable('scans')
    .set(countsOf(progress))
    .where('id', '=', scanId)
    .where('state', '=', 'running')
    .execute()
}

/** Adds what a scan found to its counts for one company, if it was started for that company. */
export async function countFound(
  tx: Tx,
  companyId: number,
  scanId: string,
  { added, seenAgain }: { added: number; seenAgain: number },
): Promise<void> {
  await tx
    .updateTable('company_scans')
    .set({
      threats_added: sql`threats_added + ${added}`,
      threats_seen_again: sql`threats_seen_again + ${seenAgain}`,
    })
    .where('company_id', '=', companyId)
    .where('scan_id', '=', scanId)
    .execute()
}

/** Records the result of a scan, and the counts unless they were stored step by step. */
export async function endScan(
  tx: Tx,
  scanId: string,
  state: 'done' | 'failed',
  error: Words | null,
  progress?: ScanProgress,
): Promise<void> {
  const found = progress && { threats_added: progress.threatsAdded, threats_seen_again: progress.threatsSeenAgain }
  await tx
    .updateTable('scans')
    .set({
      state,
      ...(progress ? countsOf(progress) : {}),
      ...found,
      error: error && JSON.stringify(error),
      finished_at: new Date(),
    })
    .where('id', '=', scanId)
    .execute()
}
