import type { ColumnType, Generated } from 'kysely'

type At = ColumnType<Date, Date | undefined, Date>

/** What became of a mail; `unknown` is one that was being sent when its worker ended. */
export type MailState = 'queued' | 'sending' | 'sent' | 'failed' | 'unknown' | 'suppressed'

export interface MailsTable {
  company_id: number
  id: string
  template: string
  once: string | null
  sending_id: string | null
  from_name: string | null
  from_address: string | null
  to_name: string
  to_address: string
  subject: string
  text: string
  html: string | null
  is_essential: Generated<boolean>
  state: Generated<MailState>
  attempts: Generated<number>
  error: string | null
  is_demo: Generated<boolean>
  created_at: At
  sending_at: Date | null
  ended_at: Date | null
}

export interface MailSuppressionsTable {
  company_id: number
  address: string
  reason: string
  at: At
  until: Date
}

export interface CaughtMailsTable {
  company_id: number
  id: string
  mail_id: string
  at: At
  from_text: string
  to_text: string
  subject: string
  text: string
  html: string
  raw: Buffer
}

export interface MailTables {
  mails: MailsTable
  mail_suppressions: MailSuppressionsTable
  caught_mails: CaughtMailsTable
}
