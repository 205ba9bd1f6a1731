import type { QueryOf } from '@signet/contract/route'
import { countedPage } from '../../db/capped-page.ts'
import type { Tx } from '../../db/database.ts'
import type { NewRow } from '../../db/rows.ts'
import type { listSentEmails } from '@signet/contract/messages/email'
import { rangeOf } from '../../app/range.ts'
import { containing } from '../../db/search-text.ts'

export async function insertSending(tx: Tx, sending: NewRow<'email_sendings'>): Promise<void> {
  await tx.insertInto('email_sendings').values(sending).execute()
}

/** A page of the emails to many that were sent in a period and contain the search text in their subject. */
export async function sendingPage(tx: Tx, query: QueryOf<typeof listSentEmails>) {
  const { from, until } = rangeOf(query)
  let rows = tx.selectFrom('email_sendings')
  if (from) rows = rows.where('at', '>=', from)
  if (until) rows = rows.where('at', '<', until)
  if (query.searchQuery) rows = rows.where('subject', 'ilike', containing(query.searchQuery))
  const sorted = rows
    .select(['id', 'at', 'subject', 'recipients'])
    .orderBy('at', query.sortDirection)
    .orderBy('id', query.sortDirection)
  return countedPage(rows, sorted, query)
}

/** Index: email_sendings_pkey. */
export function findSending(tx: Tx, sendingId: string) {
  return tx.selectFrom('email_sendings').selectAll().where('id', '=', sendingId).executeTakeFirst()
}

/** Keeps that all emails of a sending are in the outbox, and how many. */
export async function endSending(tx: Tx, sendingId: string, recipients: number): Promise<void> {
  await tx.updateTable('email_sendings').set({ is_done: true, recipients }).where('id', '=', sendingId).execute()
}
