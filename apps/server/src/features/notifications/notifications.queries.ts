import type { NotificationType } from '@signet/contract/messages/notifications'
import type { TimePaging } from '@signet/contract/wire'
import { containing } from '../../db/search-text.ts'
import { countedPage } from '../../db/capped-page.ts'
import type { Tx } from '../../db/database.ts'
import type { NewRow } from '../../db/rows.ts'
import { randomUUID } from 'node:crypto'

/** A page of a user's notifications, newest first, with the number of unread ones. Indexes: notifications_user, _unread. */
export async function notificationPage(
  tx: Tx,
  companyIds: readonly number[],
  userId: string,
  query: TimePaging & {
    unread?: boolean | undefined
    type?: readonly NotificationType[] | undefined
    searchQuery?: string | undefined
  },
) {
  const own = tx.selectFrom('notifications').where('company_id', 'in', companyIds).where('user_id', '=', userId)
  const unread = await own
    .where('read_at', 'is', null)
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  let rows = own
  if (query.unread !== undefined) rows = rows.where('read_at', query.unread ? 'is' : 'is not', null)
  if (query.type?.length) rows = rows.where('type', 'in', query.type)
  if (query.searchQuery) {
    const pattern = containing(query.searchQuery)
    rows = rows.where((is) => is.or([is('title', 'ilike', pattern), is('body', 'ilike', pattern)]))
  }
  const sorted = rows
    .select(['company_id', 'id', 'type', 'title', 'body', 'words', 'href', 'at', 'read_at'])
    .orderBy('at', query.sortDirection)
    .orderBy('id', query.sortDirection)
  return { ...(await countedPage(rows, sorted, query)), unread: Number(unread.count) }
}

/** Marks the given unread notifications of a user as read, or all of them; returns how many there were. Index: notifications_unread. */
export async function markRead(
  tx: Tx,
  companyIds: readonly number[],
  userId: string,
  ids: readonly string[] | null,
): Promise<number> {
  let rows = tx
    .updateTable('notifications')
    .set({ read_at: new Date() })
    .where('company_id', 'in', companyIds)
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
  if (ids) rows = rows.where('id', 'in', ids)
  const { numUpdatedRows } = await rows.executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Adds a notification for each user, except for those who got one with the same `once`; returns those that were added. */
export function insertNotifications(
  tx: Tx,
  companyId: number,
  userIds: readonly string[],
  notification: Pick<NewRow<'notifications'>, 'type' | 'title' | 'body' | 'words' | 'href' | 'once'>,
) {
  return tx
    .insertInto('notifications')
    .values(
      userIds.map((userId) => ({
        company_id: companyId,
        id: randomUUID(),
        user_id: userId,
        ...notification,
        read_at: null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'user_id'])
    .execute()
}
