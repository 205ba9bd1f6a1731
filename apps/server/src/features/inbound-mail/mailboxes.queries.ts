import { randomUUID } from 'node:crypto'
import { ConnectorError, type MailboxAccount } from '@signet/connectors'
import type { Secrets } from '../../app/secrets.ts'
import type { PostponedMail } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import type { Row } from '../../db/rows.ts'
import { wordsOf } from '../../errors/sentences.ts'

export type MailboxRow = Row<'mailboxes'>

/** The mailbox of a company. Index: mailboxes_company_id_key. */
export function mailboxOf(tx: Tx, companyId: number): Promise<MailboxRow | undefined> {
  return tx.selectFrom('mailboxes').selectAll().where('company_id', '=', companyId).executeTakeFirst()
}

/** The mailboxes of some companies. Index: mailboxes_company_id_key. */
export function mailboxesOf(tx: Tx, companyIds: readonly number[]): Promise<MailboxRow[]> {
  if (companyIds.length === 0) return Promise.resolve([])
  return tx.selectFrom('mailboxes').selectAll().where('company_id', 'in', companyIds).orderBy('company_id').execute()
}

/** Locked for a change. Index: mailboxes_company_id_key. */
export function lockMailbox(tx: Tx, companyId: number): Promise<MailboxRow | undefined> {
  return tx.selectFrom('mailboxes').selectAll().where('company_id', '=', companyId).forUpdate().executeTakeFirst()
}

export type NewMailbox = Pick<MailboxRow, 'host' | 'port' | 'security' | 'user_name' | 'folder'>

export async function addMailbox(
  { tx, secrets }: { tx: Tx; secrets: Secrets },
  companyId: number,
  account: NewMailbox,
  password: string,
): Promise<void> {
  const id = randomUUID()
  const secret = (await secrets.sealer(tx, companyId)).seal({ recordId: id, field: 'password' }, password)
  await tx
    .insertInto('mailboxes')
    .values({ company_id: companyId, id, ...account, secret })
    .execute()
}

/** @param password a new one; null keeps the stored one */
export async function changeMailboxPassword(
  { tx, secrets }: { tx: Tx; secrets: Secrets },
  { company_id: companyId, id, version }: MailboxRow,
  password: string | null,
): Promise<void> {
  const sealer = password === null ? null : await secrets.sealer(tx, companyId)
  await tx
    .updateTable('mailboxes')
    .set({
      ...(sealer && password !== null ? { secret: sealer.seal({ recordId: id, field: 'password' }, password) } : {}),
      problem: null,
      retry_at: null,
      version: version + 1,
    })
    .where('company_id', '=', companyId)
    .execute()
}

/** False if the company has none. */
export async function deleteMailbox(tx: Tx, companyId: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('mailboxes').where('company_id', '=', companyId).executeTakeFirst()
  return numDeletedRows === 1n
}

/** What a mailbox is read with, its password decrypted. */
export async function accountOf(tx: Tx, secrets: Secrets, row: MailboxRow): Promise<MailboxAccount> {
  const place = { companyId: row.company_id, recordId: row.id, field: 'password' }
  const { host, port, security, user_name: user, folder } = row
  return { host, port, security, user, folder, password: await secrets.open(tx, place, row.secret) }
}

/** How far a mailbox was read, and by which reader: two readers can't both move it. */
export interface MailboxProgress {
  companyId: number
  id: string
  version: number
  uidValidity: number | null
  lastUid: number
  postponed: PostponedMail[]
}

export const progressOf = (row: MailboxRow): MailboxProgress => ({
  companyId: row.company_id,
  id: row.id,
  version: row.version,
  uidValidity: row.uid_validity === null ? null : Number(row.uid_validity),
  lastUid: Number(row.last_uid),
  postponed: row.postponed,
})

/** Moves the position; false if the mailbox was changed or deleted, or another reader moved it. Index: mailboxes_pkey. */
export async function moveMailbox(
  tx: Tx,
  from: MailboxProgress,
  to: Pick<MailboxProgress, 'uidValidity' | 'lastUid' | 'postponed'>,
  { mailsRead = 0, unreadable = 0 }: { mailsRead?: number; unreadable?: number } = {},
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mailboxes')
    .set((set) => ({
      uid_validity: to.uidValidity,
      last_uid: to.lastUid,
      postponed: JSON.stringify(to.postponed),
      mails_read: set('mails_read', '+', mailsRead),
      unreadable: set('unreadable', '+', unreadable),
    }))
    .where('company_id', '=', from.companyId)
    .where('id', '=', from.id)
    .where('version', '=', from.version)
    .where('uid_validity', 'is not distinct from', from.uidValidity === null ? null : String(from.uidValidity))
    .where('last_uid', '=', String(from.lastUid))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Records that everything in a mailbox was read, or why it can't be read. */
export async function recordState(
  tx: Tx,
  { companyId, id, version }: MailboxProgress,
  state: { checkedAt: Date } | { problem: ConnectorError; retryAt: Date | null },
): Promise<void> {
  const values =
    'problem' in state
      ? { problem: JSON.stringify(wordsOf(state.problem)), retry_at: state.retryAt }
      : { problem: null, retry_at: null, checked_at: state.checkedAt }
  await tx
    .updateTable('mailboxes')
    .set(values)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
}

/** Whether an email of ours is a company's. Index: mails_pkey. */
export async function hasSent(tx: Tx, companyId: number, mailId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('mails')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', mailId)
    .executeTakeFirst()
  return row !== undefined
}
