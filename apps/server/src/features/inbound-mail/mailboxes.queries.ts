import { randomUUID } from 'node:crypto'
import type { ConnectorError, MailboxPlace, TokenClient } from '@signet/connectors'
import { required } from '@signet/contract/narrow'
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

/** The settings of a mailbox; those of `oauth` are null if its user signs in with a password. */
export type NewMailbox = Pick<MailboxRow, 'host' | 'port' | 'security' | 'user_name' | 'folder' | 'oauth'>
/** The secrets that were entered; a missing one stays as it is. */
export interface MailboxSecrets {
  /** The password or the client secret. */
  secret: string | undefined
  refreshToken: string | undefined
}
type WithSecrets = { tx: Tx; secrets: Secrets }

export async function addMailbox(
  context: WithSecrets,
  companyId: number,
  { oauth, ...account }: NewMailbox,
  entered: MailboxSecrets,
): Promise<void> {
  const id = randomUUID()
  const seal = await sealing(context, companyId, id)
  await context.tx
    .insertInto('mailboxes')
    .values({
      company_id: companyId,
      id,
      ...account,
      oauth: oauth && JSON.stringify(oauth),
      secret: seal('password', required(entered.secret, 'a secret')),
      refresh_token: entered.refreshToken === undefined ? null : seal('refreshToken', entered.refreshToken),
    })
    .execute()
}

/** Changes how the user of a mailbox signs in; it is read on from where it was. */
export async function changeSignIn(
  context: WithSecrets,
  { company_id: companyId, id, version }: MailboxRow,
  oauth: NewMailbox['oauth'],
  { secret, refreshToken }: MailboxSecrets,
): Promise<void> {
  const seal = await sealing(context, companyId, id)
  await context.tx
    .updateTable('mailboxes')
    .set({
      oauth: oauth && JSON.stringify(oauth),
      ...(secret === undefined ? {} : { secret: seal('password', secret) }),
      ...(refreshToken === undefined ? {} : { refresh_token: seal('refreshToken', refreshToken) }),
      ...(oauth?.grant === 'refreshToken' ? {} : { refresh_token: null }),
      problem: null,
      retry_at: null,
      version: version + 1,
    })
    .where('company_id', '=', companyId)
    .execute()
}

/** Stores the refresh token that replaced that of a mailbox, unless its settings were changed since. Index: mailboxes_pkey. */
export async function replaceRefreshToken(
  context: WithSecrets,
  { company_id: companyId, id, version }: MailboxRow,
  refreshToken: string,
): Promise<void> {
  const seal = await sealing(context, companyId, id)
  await context.tx
    .updateTable('mailboxes')
    .set({ refresh_token: seal('refreshToken', refreshToken) })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
}

async function sealing({ tx, secrets }: WithSecrets, companyId: number, recordId: string) {
  const sealer = await secrets.sealer(tx, companyId)
  return (field: 'password' | 'refreshToken', value: string) => sealer.seal({ recordId, field }, value)
}

/** False if the company has none. */
export async function deleteMailbox(tx: Tx, companyId: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('mailboxes').where('company_id', '=', companyId).executeTakeFirst()
  return numDeletedRows === 1n
}

/** What a mailbox is read with, decrypted: a password, or what access tokens are requested with. */
export async function accountOf(
  tx: Tx,
  secrets: Secrets,
  row: MailboxRow,
): Promise<MailboxPlace & ({ password: string } | { client: TokenClient })> {
  const { host, port, security, user_name: user, folder, oauth } = row
  const place = { host, port, security, user, folder }
  const open = (field: 'password' | 'refreshToken', stored: Buffer) =>
    secrets.open(tx, { companyId: row.company_id, recordId: row.id, field }, stored)
  const secret = await open('password', row.secret)
  if (!oauth) return { ...place, password: secret }
  const { tokenUrl, clientId, scope } = oauth
  const refreshToken = row.refresh_token && (await open('refreshToken', row.refresh_token))
  return { ...place, client: { tokenUrl, clientId, clientSecret: secret, scope, refreshToken } }
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
