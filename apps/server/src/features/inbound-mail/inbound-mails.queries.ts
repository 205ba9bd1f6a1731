import { sql } from 'kysely'
import type { CaseMail, InboundMail } from '@signet/contract/takedowns/replies'
import type { Page, TimePaging } from '@signet/contract/wire'
import { countedPage } from '../../db/capped-page.ts'
import type { Tx } from '../../db/database.ts'
import type { Row } from '../../db/rows.ts'

export type InboundMailRow = Row<'inbound_mails'>

/** Records an email that is to be read; false if the same bytes arrived before. */
export async function insertInboundMail(
  tx: Tx,
  mail: {
    companyId: number
    mailId: string
    way: InboundMailRow['way']
    sha256: string
    size: number
    isCut: boolean
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('inbound_mails')
    .values({
      company_id: mail.companyId,
      id: mail.mailId,
      way: mail.way,
      sha256: mail.sha256,
      size: mail.size,
      is_cut: mail.isCut,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'sha256']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** One email, locked for a change. */
export function lockMail(tx: Tx, companyId: number, mailId: string): Promise<InboundMailRow | undefined> {
  return tx
    .selectFrom('inbound_mails')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', mailId)
    .forUpdate()
    .executeTakeFirst()
}

/** Changes an email. */
export async function changeMail(
  tx: Tx,
  { company_id: companyId, id }: Pick<InboundMailRow, 'company_id' | 'id'>,
  change: Partial<Omit<InboundMailRow, 'company_id' | 'id'>>,
): Promise<void> {
  await tx.updateTable('inbound_mails').set(change).where('company_id', '=', companyId).where('id', '=', id).execute()
}

/** Deletes an email if the same one, by its fingerprint, arrived before; concurrent calls wait for each other. */
export async function deleteIfKnown(tx: Tx, row: InboundMailRow, fingerprint: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`inboundMail ${row.company_id} ${fingerprint}`}, 0))`.execute(
    tx,
  )
  const known = await tx
    .selectFrom('inbound_mails')
    .select('id')
    .where('company_id', '=', row.company_id)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  if (!known) return false
  await tx.deleteFrom('inbound_mails').where('company_id', '=', row.company_id).where('id', '=', row.id).execute()
  return true
}

const caseMailsMax = 200

/** The emails of a case, oldest first. Index: inbound_mails_takedown. */
export function mailsOfCase(tx: Tx, companyId: number, takedownId: string): Promise<InboundMailRow[]> {
  return tx
    .selectFrom('inbound_mails')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('takedown_id', '=', takedownId)
    .orderBy('received_at')
    .orderBy('id')
    .limit(caseMailsMax)
    .execute()
}

/** A page of the emails that match no case. Index: inbound_mails_waiting. */
export async function unmatchedMails(tx: Tx, companyId: number, query: TimePaging): Promise<Page<InboundMail>> {
  const waiting = tx.selectFrom('inbound_mails').where('company_id', '=', companyId).where('state', '=', 'unmatched')
  const sorted = waiting.selectAll().orderBy('received_at', query.sortDirection).orderBy('id')
  const page = await countedPage(waiting, sorted, query)
  return { ...page, items: page.items.map(toMail) }
}

function toMail(row: InboundMailRow): InboundMail {
  const { id, received_at: at, from_address: from, subject, text, is_cut: isCut, kind } = row
  return { id, receivedAt: at.toISOString(), from, subject, text, isCut, kind }
}

export function toCaseMail(row: InboundMailRow, fileHref: (fileId: string) => string): CaseMail {
  return {
    ...toMail(row),
    matchedBy: row.matched_by ?? 'person',
    isVerified: row.is_verified,
    ...(row.attempt_id ? { attemptId: row.attempt_id } : {}),
    class: row.class,
    ...(row.sentence ? { sentence: row.sentence } : {}),
    ...(row.decided_at && row.decided_by_name && row.decided_reason
      ? { decided: { by: row.decided_by_name, reason: row.decided_reason, at: row.decided_at.toISOString() } }
      : {}),
    isOpen: row.is_open,
    href: row.file_id ? fileHref(row.file_id) : '',
  }
}
