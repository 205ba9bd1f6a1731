import type { ParametersOf, ParameterTypes } from '../errors/errors.ts'

/**
 * The server's messages that aren't errors, by id, with their parameters: notifications, email subjects, results of checks, and why a job
 * failed. The texts are in `notices.<language>.json`. The parameters `severity`, `status`, `channel`, `threatType` and `source`
 * hold names of the contract, which clients may translate.
 */
export const notices = {
  // Notifications
  THREAT_NEW: { kind: 'text', severity: 'text', title: 'text' },
  THREAT_ABOUT: { threatType: 'text', source: 'text' },
  THREATS_NEW: { kind: 'text', count: 'number' },
  THREATS_BY_SEVERITY: { critical: 'number', high: 'number', medium: 'number', low: 'number' },
  THREAT_REOPENED: { title: 'text' },
  RULE_THREATS_NEW: { rule: 'text', kind: 'text', count: 'number' },
  CASE_REQUESTED: { case: 'text', title: 'text' },
  CASES_REQUESTED: { case: 'text', kind: 'text', count: 'number' },
  RULE_CASES_REQUESTED: { rule: 'text', case: 'text', kind: 'text', count: 'number' },
  CASE_MOVED: { case: 'text', title: 'text', status: 'text' },
  CHANNEL_ADDED: { title: 'text', channel: 'text' },
  CASE_COMMENTED: { case: 'text', title: 'text', name: 'text' },
  MAIL_TO_DECIDE: { title: 'text' },
  MAIL_UNMATCHED: {},
  REQUEST_NEW: { subject: 'text' },
  REQUEST_MOVED: { subject: 'text', status: 'text' },
  REQUEST_COMMENTED: { subject: 'text', name: 'text' },
  PASSWORD_REVEALED: { name: 'text' },
  PASSWORDS_REVEALED: { name: 'text', count: 'number' },
  RIGHT_EXPIRES: { name: 'text', count: 'number' },
  RIGHT_EXPIRED: { name: 'text' },
  EXPORT_READY: { file: 'text' },
  EXPORT_FAILED: { kind: 'text' },

  // Templates of emails
  EMAIL_TEMPLATE_NAME: { template: 'text' },
  EMAIL_TEMPLATE_SUBJECT: { template: 'text', company: 'text' },
  EMAIL_TEMPLATE_BODY: { template: 'text', name: 'text', company: 'text' },

  // Why an export failed
  EXPORT_NOT_ALLOWED: {},
  EXPORT_NOT_MADE: {},

  // What a scan couldn't read
  UNEXPECTED_ERROR: {},
  LOGS_PARTLY_READ: { failed: 'number', count: 'number', logs: 'text' },

  // Results of checks
  DATABASE_STATE: { version: 'text', count: 'number', last: 'text' },
  QUEUE_STATE: { waiting: 'number', failed: 'number', minutes: 'number' },
  STORAGE_WORKS: {},
  STORAGE_CHANGED: {},
  MAIL_KEPT: {},
  MAIL_SERVER_WORKS: {},
  NOTHING_ON_DISK: {},
  DISK_STATE: { free: 'text', total: 'text' },
  NO_FEED_READ: {},
  FEEDS_FAILED: { feeds: 'text' },
  FEEDS_READ: { count: 'number' },
  QUEUE_WORKS: { ms: 'number' },
  QUEUE_SILENT: { seconds: 'number' },
  MAIL_SENT: { address: 'text' },
  MAIL_WAITING: { seconds: 'number' },
  MAIL_NOT_SENT: { why: 'text' },
  MAIL_UNCONFIRMED: {},
  CHECK_FAILED: { code: 'text' },
} as const satisfies Record<string, Readonly<Record<string, keyof ParameterTypes>>>

export type NoticeId = keyof typeof notices

/** The parameters of the message of an id. */
export type NoticeParametersOf<N extends NoticeId> = ParametersOf<(typeof notices)[N]>
