import { randomUUID } from 'node:crypto'
import type { Enqueue } from '../../app/jobs.ts'
import type { ColumnValue } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import type { FileStore, StoredBytes } from '../../files/file-store.ts'
import { holdBytes } from '../evidence/files.queries.ts'
import { sortMailJob } from './inbound-mail.jobs.ts'

/**
 * Records an email whose bytes are stored, and queues the job that reads it, in the caller's transaction.
 *
 * @returns its id, or null if the same bytes arrived before
 */
export async function receiveMail(
  { tx, files, enqueue }: { tx: Tx; files: FileStore; enqueue: Enqueue },
  { companyId, way, stored }: { companyId: number; way: ColumnValue<'inbound_mails.way'>; stored: StoredBytes },
): Promise<string | null> {
  await holdBytes({ tx, files }, stored)
  const mailId = randomUUID()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('inbound_mails')
    .values({ company_id: companyId, id: mailId, way, sha256: stored.sha256, size: stored.size })
    .onConflict((conflict) => conflict.columns(['company_id', 'sha256']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return null
  await enqueue(tx, sortMailJob, { companyId, mailId })
  return mailId
}
