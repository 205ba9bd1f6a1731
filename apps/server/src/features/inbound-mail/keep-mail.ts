import type { MailboxEvent } from '@signet/connectors'
import type { JobParts } from '../../app/jobs.ts'
import { readMessageId } from '../mail/send-mail.job.ts'
import { hasSent, moveMailbox, type MailboxProgress } from './mailboxes.queries.ts'
import { receiveMail } from './receive-mail.ts'

/** The mailbox was changed or deleted, or another reader moved its position. */
export class NotOursError extends Error {
  override name = 'NotOursError'
}

/**
 * Stores an email of a mailbox and the position after it in one transaction: whenever the reader is killed, the email was received once or
 * is fetched again.
 *
 * @throws NotOursError if another reader moved the position
 */
export async function keepMail(
  { database, files, enqueue }: Pick<JobParts, 'database' | 'files' | 'enqueue'>,
  from: MailboxProgress,
  to: Pick<MailboxProgress, 'uidValidity' | 'lastUid' | 'postponed'>,
  { bytes, isCut }: Extract<MailboxEvent, { kind: 'mail' }>,
): Promise<void> {
  const companyId = (await companyOfNotice(database, bytes)) ?? from.companyId
  // An email without any content says nothing, and a file can't be empty.
  const stored = bytes.length > 0 ? await files.put(bytes) : null
  await database.inCompanies([...new Set([companyId, from.companyId])], async (tx) => {
    if (stored) await receiveMail({ tx, files, enqueue }, { companyId, way: 'imap', stored, isCut })
    // Last, so that the row is locked only briefly; the second of two readers rolls back here.
    if (!(await moveMailbox(tx, from, to, { mailsRead: 1 }))) throw new NotOursError()
  })
}

/** Where headers and the returned part of a delivery report are; more would only cost time. */
const searchedBytes = 1024 * 1024
const idsMax = 20

/**
 * The company whose notice an email answers or returns: several companies can share a mailbox. Only the recipient of a notice knows its
 * Message-ID, so nobody else can choose the company.
 */
async function companyOfNotice(database: JobParts['database'], bytes: Buffer): Promise<number | null> {
  const text = bytes.toString('latin1', 0, searchedBytes)
  const ids = [...new Set([...text.matchAll(/\bc\d{1,9}\.[0-9a-f-]{36}@/g)].map(([id]) => id))].slice(0, idsMax)
  for (const { companyId, mailId } of ids.flatMap((id) => readMessageId(id) ?? [])) {
    if (companyId < 1) continue
    if (await database.inCompanies([companyId], (tx) => hasSent(tx, companyId, mailId))) return companyId
  }
  return null
}
