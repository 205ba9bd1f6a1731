import { randomUUID } from 'node:crypto'
import type { Enqueue } from '../../app/jobs.ts'
import type { ColumnValue } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import type { FileStore, StoredBytes } from '../../files/file-store.ts'
import { holdBytes } from '../evidence/files.queries.ts'
import { sortMailJob } from './inbound-mail.jobs.ts'
import { insertInboundMail } from './inbound-mails.queries.ts'

/** What an email is received with, in one transaction. */
export interface ReceivingContext {
  tx: Tx
  files: FileStore
  enqueue: Enqueue
}

/**
 * Records an email whose bytes are stored, and queues the job that reads it, in the caller's transaction.
 *
 * @returns its id, or null if the same bytes arrived before
 */
export async function receiveMail(
  { tx, files, enqueue }: ReceivingContext,
  arrived: { companyId: number; way: ColumnValue<'inbound_mails.way'>; stored: StoredBytes; isCut?: boolean },
): Promise<string | null> {
  const { companyId, way, stored, isCut = false } = arrived
  await holdBytes({ tx, files }, stored)
  const mailId = randomUUID()
  if (!(await insertInboundMail(tx, { companyId, mailId, way, isCut, ...stored }))) return null
  await enqueue(tx, sortMailJob, { companyId, mailId })
  return mailId
}
