import type { AlertRule } from '@signet/contract/alerts'
import type { NotificationType } from '@signet/contract/notifications'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

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

export interface AlertSettingsTable {
  company_id: number
  rules: JSONColumnType<AlertRule[]>
  recipients: string[]
  updated_at: At
  version: Generated<number>
}

export interface AlertHitsTable {
  company_id: number
  threat_id: string
  rule: string
  at: At
}

export interface NotificationTables {
  alert_settings: AlertSettingsTable
  alert_hits: AlertHitsTable
  notifications: NotificationsTable
  live_events: LiveEventsTable
}
