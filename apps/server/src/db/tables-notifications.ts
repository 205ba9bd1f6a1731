import type { NotificationType } from '@signet/contract/notifications'
import type { ColumnType, Generated } from 'kysely'

type At = ColumnType<Date, Date | undefined, Date>

export interface NotificationsTable {
  company_id: number
  id: string
  user_id: string
  type: NotificationType
  title: string
  body: Generated<string>
  href: string | null
  once: string | null
  at: At
  read_at: Date | null
  is_demo: Generated<boolean>
}

export interface LiveEventsTable {
  company_id: number
  id: string
  xid: ColumnType<string, string | undefined, never>
  seq: ColumnType<string, never, never>
  type: string
  user_id: string | null
  data: ColumnType<Record<string, unknown>, string | undefined, never>
  at: At
}

export interface NotificationTables {
  notifications: NotificationsTable
  live_events: LiveEventsTable
}
