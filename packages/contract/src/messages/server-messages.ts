import type { ParametersOf, ParameterTypes } from '../errors/errors.ts'

/**
 * The server's messages that aren't errors, by id, with their parameters: notifications, email subjects, results of checks, remarks of the
 * product, lines of the program on its start, and why a job failed. The texts are in `server-messages.<language>.json`. The parameters
 * `severity`, `status`, `channel`, `threatType` and `source` hold names of the contract, which clients may translate.
 */
export const serverMessages = {
  // Notifications
  THREAT_NEW: { kind: 'text', severity: 'text', title: 'text' },
  THREAT_ABOUT: { threatType: 'text', source: 'text' },
  THREATS_NEW: { kind: 'text', count: 'number' },
  THREATS_BY_SEVERITY: { critical: 'number', high: 'number', medium: 'number', low: 'number' },
  THREAT_REOPENED: { title: 'text' },
  THREAT_RECALLED: { title: 'text' },
  THREATS_RECALLED: { count: 'number' },
  RULE_THREAT_NEW: { rule: 'text', kind: 'text', title: 'text' },
  RULE_THREATS_NEW: { rule: 'text', kind: 'text', count: 'number' },
  CASE_REQUESTED: { case: 'text', title: 'text' },
  CASES_REQUESTED: { case: 'text', kind: 'text', count: 'number' },
  RULE_CASES_REQUESTED: { rule: 'text', case: 'text', kind: 'text', count: 'number' },
  CASE_MOVED: { case: 'text', title: 'text', status: 'text' },
  CHANNEL_ADDED: { case: 'text', title: 'text', channel: 'text' },
  ASSIGNED: { kind: 'text', title: 'text', name: 'text' },
  ASSIGNED_SEVERAL: { kind: 'text', count: 'number', name: 'text' },
  MENTIONED: { kind: 'text', title: 'text', name: 'text' },
  ASSIGNED_TO: { name: 'text' },
  UNASSIGNED: {},
  CASE_COMMENTED: { case: 'text', title: 'text', name: 'text' },
  ANALYSIS_QUESTION_ASKED: { name: 'text', title: 'text' },
  ANALYSIS_QUESTION_ANSWERED: { title: 'text' },
  ANALYSIS_DUE_CHANGED: { title: 'text' },
  ANALYSIS_REPORT_RELEASED: { title: 'text' },
  MAIL_TO_DECIDE: { title: 'text' },
  FOLLOW_UP_PROPOSED: { kind: 'text', title: 'text', recipient: 'text' },
  NOTICE_UNRELEASED: { author: 'text', title: 'text', recipient: 'text' },
  NO_FURTHER_CONTACT: { title: 'text' },
  MAIL_UNMATCHED: {},
  REQUEST_NEW: { subject: 'text' },
  REQUEST_DUE_CHANGED: { subject: 'text' },
  REQUEST_MOVED: { subject: 'text', status: 'text' },
  REQUEST_COMMENTED: { subject: 'text', name: 'text' },
  PASSWORD_REVEALED: { name: 'text' },
  PASSWORDS_REVEALED: { name: 'text', count: 'number' },
  RIGHT_EXPIRES: { name: 'text', count: 'number' },
  RIGHT_EXPIRED: { name: 'text' },
  CONNECTOR_TROUBLED: { connector: 'text', source: 'text', trouble: 'text', days: 'number' },
  CONNECTORS_TROUBLED: { count: 'number' },
  RULE_CONNECTORS_TROUBLED: { rule: 'text', count: 'number' },
  EXPORT_READY: { file: 'text' },
  REPORT_READY: { file: 'text' },
  EXPORT_FAILED: { kind: 'text' },
  IMPORT_DONE: { file: 'text', added: 'number', rejected: 'number' },
  IMPORT_BROKE_OFF: { file: 'text', added: 'number' },

  // Remarks of the product on the timeline of a deeper analysis
  RELATED_RECORD: { kind: 'text', title: 'text', source: 'text', severity: 'text', number: 'number' },

  // Remarks of the product on the timeline of a takedown; `answer` is a quotation
  TAKEDOWN_SUBMITTED: { way: 'text' },
  TAKEDOWN_ACKNOWLEDGED: {},
  TAKEDOWN_CHECKED: { state: 'text' },
  TAKEDOWN_OFFLINE: {},
  TAKEDOWN_BACK: { state: 'text' },
  TAKEDOWN_STAYED_OFFLINE: { days: 'number', checks: 'number' },
  // The same with an accelerated clock
  TAKEDOWN_OFFLINE_SIMULATED: {},
  TAKEDOWN_BACK_SIMULATED: { state: 'text' },
  TAKEDOWN_STAYED_OFFLINE_SIMULATED: { days: 'number', checks: 'number' },
  ATTEMPT: { channel: 'text', recipient: 'text' },
  ATTEMPT_ANSWERED: { channel: 'text', recipient: 'text', answer: 'text' },

  // Why an email or a report to a service was not delivered
  MAIL_SERVER_REPLIED: { reply: 'text' },
  MAIL_ADDRESS_INVALID: {},
  MAIL_DAILY_LIMIT: {},
  MAIL_EVIDENCE_FAILED: {},
  MAIL_WORKER_ENDED: {},
  MAIL_WAITED_TOO_LONG: {},
  MAIL_FILE_MISSING: { file: 'text' },
  MAIL_CASE_CLOSED: {},
  MAIL_COMPANY_ARCHIVED: {},
  MAIL_ACCOUNT_DELETED: {},

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
  DATABASE_STATE: {
    version: 'text',
    last: 'text',
    size: 'number',
    grown: 'text',
    growth: 'number',
    days: 'number',
  },
  WORKERS_STATE: { api: 'number', workers: 'number', silent: 'number' },
  DELIVERIES_STATE: { sent: 'number', failed: 'number', bounced: 'number' },
  NOTHING_DELIVERED: {},
  NO_LOGS_FOLLOWED: {},
  ONLY_DEMO_LOGS: {},
  LOGS_STATE: { behind: 'number', logs: 'number' },
  NOTHING_ENDS: { days: 'number' },
  ENDING_SOON: { count: 'number', names: 'text' },
  PART_TROUBLED: { part: 'text' },
  PART_RECOVERED: { part: 'text' },
  NO_CONNECTOR_ON: {},
  CONNECTORS_STATE: { on: 'number', troubled: 'number' },
  ANALYSES_STATE: { overdue: 'number' },
  REQUESTS_STATE: { overdue: 'number' },
  REVIEWS_STATE: { overdue: 'number' },
  TAKEDOWNS_STATE: { overdue: 'number' },
  NO_BACKUP_NOTED: {},
  BACKUP_OF_NODES: {},
  BACKUP_STATE: { hours: 'number' },
  QUEUE_STATE: { waiting: 'number', failed: 'number', minutes: 'number' },
  STORAGE_WORKS: {},
  STORAGE_CHANGED: {},
  MAIL_KEPT: {},
  MAIL_SERVER_WORKS: {},
  NO_MAILBOX: {},
  MAILBOXES_READ: { count: 'number' },
  MAILBOXES_FAILED: { mailboxes: 'text' },
  NOTHING_ON_DISK: {},
  DISK_STATE: { free: 'number', total: 'number' },
  DISK_NOT_MEASURED: {},
  DISK_NOT_FILLING: {},
  DISK_FILLING: { growth: 'number', days: 'number', left: 'number' },
  PARTITIONS_READY: {},
  PARTITIONS_MISSING: {},
  NO_BACK_FILL: {},
  BACK_FILL_RUNNING: { name: 'text', table: 'text', filled: 'number', others: 'number' },
  BACK_FILL_FAILED: { name: 'text', error: 'text' },
  NO_FEED_READ: {},
  FEEDS_FAILED: { feeds: 'text' },
  FEEDS_READ: { count: 'number' },
  QUEUE_WORKS: { ms: 'number' },
  QUEUE_SILENT: { seconds: 'number' },
  MAIL_SENT: { address: 'text' },
  MAIL_KEPT_TEST: {},
  MAIL_WAITING: { seconds: 'number' },
  MAIL_NOT_SENT: { why: 'text' },
  MAIL_UNCONFIRMED: {},
  CHECK_FAILED: { code: 'text' },

  // Start of the program
  PROGRAM_READY: { address: 'text', seconds: 'number' },
  WORKER_READY: { seconds: 'number' },
  PORTAL_NOT_BUILT: {},
  MAILS_KEPT_HERE: {},
  DEMO_USERS: { password: 'text' },
  DEMO_CODES: { secret: 'text' },
} as const satisfies Record<string, Readonly<Record<string, keyof ParameterTypes>>>

export type ServerMessageId = keyof typeof serverMessages

/** The parameters of the message of an id. */
export type ServerMessageParametersOf<N extends ServerMessageId> = ParametersOf<(typeof serverMessages)[N]>
