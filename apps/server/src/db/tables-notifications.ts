import type { AnnouncementAudience, AnnouncementChannel } from '@signet/contract/announcements'
import type { AlertChannel, AlertRule } from '@signet/contract/alerts'
import type { NoticeEvent } from '@signet/contract/notice-rules'
import type { Role } from '@signet/contract/permissions'
import type { Severity } from '@signet/contract/severities'
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

export interface AnnouncementsTable {
  id: string
  audience: JSONColumnType<AnnouncementAudience>
  title: string
  body: string
  from_at: ColumnType<Date, Date, Date>
  to_at: Date | null
  channels: AnnouncementChannel[]
  by_name: string
  started_at: Date | null
  delivered_at: Date | null
  paused_at: Generated<Date | null>
  recipients: Generated<number>
  is_demo: Generated<boolean>
  version: Generated<number>
}

export interface AnnouncementReceiptsTable {
  company_id: number
  announcement_id: string
  user_id: string
  at: At
}

export interface EmailSendingsTable {
  id: string
  at: At
  template: string
  subject: string
  body: string
  audience: JSONColumnType<{ companies: string[] } | { users: string[] }>
  by_name: string
  recipients: Generated<number>
  is_done: Generated<boolean>
  is_demo: Generated<boolean>
}

/** Of the installation: a rule may be about every company. */
export interface NoticeRulesTable {
  id: string
  name: string
  event: NoticeEvent
  /** Empty: all. */
  severities: Severity[]
  /** Empty: all. */
  company_ids: number[]
  channels: AlertChannel[]
  roles: Role[]
  addresses: string[]
  paused_at: Generated<Date | null>
  by_name: string
  created_at: At
  is_demo: Generated<boolean>
  version: Generated<number>
}

export interface NoticeRuleHitsTable {
  company_id: number
  rule_id: string
  /** What it was sent for, e.g. `requestAdded <request>`. */
  cause: string
  at: At
}

export interface NotificationTables {
  notice_rules: NoticeRulesTable
  notice_rule_hits: NoticeRuleHitsTable
  announcements: AnnouncementsTable
  announcement_receipts: AnnouncementReceiptsTable
  email_sendings: EmailSendingsTable
  alert_settings: AlertSettingsTable
  alert_hits: AlertHitsTable
  notifications: NotificationsTable
  live_events: LiveEventsTable
}
