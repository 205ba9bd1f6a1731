import type { QueryOf } from '@signet/contract/route'
import { countedPage } from '../../db/capped-page.ts'
import type { Tx } from '../../db/database.ts'
import type { listAnnouncements } from '@signet/contract/messages/announcements'
import { containing } from '../../db/search-text.ts'
import type { NewRow } from '../../db/rows.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'

/** A page of the announcements that contain the search text. */
export async function announcementPage(tx: Tx, query: QueryOf<typeof listAnnouncements>) {
  let rows = tx.selectFrom('announcements')
  if (query.searchQuery) {
    const pattern = containing(query.searchQuery)
    rows = rows.where((is) => is.or([is('title', 'ilike', pattern), is('body', 'ilike', pattern)]))
  }
  const sorted = rows.selectAll().orderBy('from_at', query.sortDirection).orderBy('id', query.sortDirection)
  return countedPage(rows, sorted, query)
}

/** An announcement, locked. Index: announcements_pkey. */
export function lockAnnouncement(tx: Tx, announcementId: string) {
  return tx.selectFrom('announcements').selectAll().where('id', '=', announcementId).forUpdate().executeTakeFirst()
}

export function insertAnnouncement(
  tx: Tx,
  announcement: Omit<NewRow<'announcements'>, 'id' | 'started_at' | 'delivered_at'>,
) {
  return tx
    .insertInto('announcements')
    .values({ id: randomUUID(), ...announcement, started_at: null, delivered_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Index: announcements_pkey. */
export function putAnnouncement(tx: Tx, announcementId: string, announcement: Partial<NewRow<'announcements'>>) {
  return tx
    .updateTable('announcements')
    .set(announcement)
    .where('id', '=', announcementId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Index: announcements_pkey. */
export async function deleteAnnouncementRow(tx: Tx, announcementId: string): Promise<void> {
  await tx.deleteFrom('announcements').where('id', '=', announcementId).execute()
}

/** Starts the delivery of the announcements that are due, or continues it. */
export function startDue(tx: Tx, now: Date) {
  return tx
    .updateTable('announcements')
    .set({ started_at: sql<Date>`coalesce(started_at, ${now})` })
    .where('delivered_at', 'is', null)
    .where('paused_at', 'is', null)
    .where('from_at', '<=', now)
    .returningAll()
    .execute()
}

/** Keeps that an announcement was delivered, and to how many people. */
export async function setDelivered(tx: Tx, announcementId: string, now: Date, recipients: number): Promise<void> {
  await tx
    .updateTable('announcements')
    .set({ delivered_at: now, recipients })
    .where('id', '=', announcementId)
    .where('delivered_at', 'is', null)
    .execute()
}

/** Keeps who gets an announcement; returns those who had not got it before. */
export async function insertReceipts(
  tx: Tx,
  companyId: number,
  announcementId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  const receipts = await tx
    .insertInto('announcement_receipts')
    .values(userIds.map((userId) => ({ company_id: companyId, announcement_id: announcementId, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute()
  return new Set(receipts.map(({ user_id: userId }) => userId))
}
