import type * as contract from '@signet/contract/messages/notifications'
import type { Handler } from '../../app/handler.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { markRead, notificationPage } from './notifications.queries.ts'

export const listNotifications: Handler<typeof contract.listNotifications> = async (context, { query }) => {
  const keys = new Map(context.companies.map(({ id, key }) => [id, key]))
  const page = await notificationPage(context.tx, [...keys.keys()], context.actor.userId, query)
  return {
    ...page,
    items: page.items.map((row) => ({
      id: row.id,
      company: keys.get(row.company_id) ?? '',
      type: row.type,
      title: row.title,
      body: row.body,
      ...(row.words ? { words: row.words } : {}),
      href: row.href,
      at: row.at.toISOString(),
      read: row.read_at !== null,
    })),
  }
}

/** Ids of other users, and of notifications that were already read, are ignored: reading twice isn't an error. */
export const markNotificationsRead: Handler<typeof contract.markNotificationsRead> = async (context, { body }) => {
  const companyIds = context.companies.map(({ id }) => id)
  const count = await markRead(context.tx, companyIds, context.actor.userId, body.ids ?? null)
  if (count > 0)
    await recordAudit(context, {
      action: 'notifications.read',
      targetType: 'user',
      targetId: context.actor.userId,
      after: { count },
    })
}
