import type { ErrorParameters, ParametersOf, ParameterTypes } from './errors.ts'
import { isRecord } from '../narrow.ts'

type Row = readonly [exitCode: 1 | 2, parameters: Readonly<Record<string, keyof ParameterTypes>>]

/**
 * Why the program or one of its commands ended early: its exit code (1 failed, 2 wrong usage) and the parameters of its message. The
 * messages are in `program.<language>.json`. The parameter `code` holds an error code of the system or of PostgreSQL, and `detail`
 * the original error text.
 */
export const programErrors = {
  // Settings
  SETTING_INVALID: [1, { name: 'text' }],
  DEMO_HOST_OPEN: [1, {}],
  LOOKUP_PORTS_OUTSIDE_DEMO: [1, {}],
  CLOCK_FACTOR_OUTSIDE_DEMO: [1, {}],
  MAIL_SENDER_MISSING: [1, {}],
  S3_BUCKET_MISSING: [1, {}],
  S3_KEYS_MISSING: [1, {}],
  SECRET_MISSING: [1, {}],
  DATA_DIR_NOT_WRITABLE: [1, { path: 'text', code: 'text' }],
  HEALTH_PORT_NOT_OPENED: [1, { port: 'number', host: 'text', code: 'text' }],
  PROCESSES_WITHOUT_API: [1, {}],
  PROCESS_NOT_STARTED: [1, { name: 'text' }],
  TOO_FEW_CONNECTIONS: [1, { processes: 'number', needed: 'number', allowed: 'number' }],
  PORT_TAKEN: [1, { port: 'number', host: 'text' }],
  PORT_NOT_ALLOWED: [1, { port: 'number' }],
  HOST_NOT_LOCAL: [1, { host: 'text' }],

  // Database
  DATABASE_UNREACHABLE: [1, { code: 'text', detail: 'text' }],
  DATABASE_BEHIND_POOLER: [1, {}],
  DIRECT_URL_ALONE: [1, {}],
  ROLES_NOT_ALLOWED: [1, { user: 'text', statements: 'text' }],
  ROLES_OF_OTHER_DATABASE: [1, { database: 'text' }],
  ROLES_IN_USE: [1, {}],
  ROLE_LOGIN_REFUSED: [1, { role: 'text', code: 'text', detail: 'text' }],
  POSTGRES_TOO_OLD: [1, {}],
  DATABASE_FROM_DEVELOPMENT: [1, {}],
  MIGRATION_UNKNOWN: [1, { name: 'text' }],
  MIGRATION_CHANGED: [1, { name: 'text' }],
  MIGRATION_FAILED: [1, { name: 'text', detail: 'text' }],
  MIGRATION_LOCKED: [1, { name: 'text', pid: 'number', application: 'text', seconds: 'number' }],
  MIGRATION_PLAN_REFUSED: [1, { detail: 'text' }],
  BACK_FILL_UNFINISHED: [1, { name: 'text', backFill: 'text' }],
  BACK_FILL_UNKNOWN: [1, { name: 'text', backFill: 'text' }],
  CLUSTER_MISSING: [1, {}],
  CLUSTER_IN_USE: [1, {}],

  // Embedded PostgreSQL
  POSTGRES_NOT_PACKAGED: [1, { platform: 'text' }],
  POSTGRES_NEEDS_USER: [1, { why: 'text' }],
  USER_NAME_MISSING: [1, { uid: 'number' }],
  DATA_DIR_CLOSED: [1, { user: 'text', path: 'text' }],
  SOCKET_PATH_TOO_LONG: [1, { path: 'text' }],
  SOCKET_DIR_FOREIGN: [1, { path: 'text' }],
  DATA_DIR_UNUSABLE: [1, { action: 'text', path: 'text', code: 'text', detail: 'text' }],
  CLUSTER_OF_OTHER_VERSION: [1, { path: 'text', found: 'text', packaged: 'number' }],
  POSTGRES_NOT_RUNNABLE: [1, { program: 'text', code: 'text', detail: 'text' }],
  POSTGRES_PROGRAM_FAILED: [1, { program: 'text', detail: 'text' }],
  POSTGRES_NOT_STARTED: [1, { state: 'text', lastLine: 'text' }],
  POSTGRES_SILENT: [1, { detail: 'text' }],
  DATABASE_WITHOUT_FSYNC: [1, { path: 'text' }],
  DATA_DIR_LOCKED: [1, { pid: 'number', path: 'text' }],
  POSTGRES_NOT_STOPPING: [1, { pid: 'number' }],
  POSTGRES_OF_OTHER_USER: [1, { pid: 'number' }],

  // Secrets
  KEK_LOST: [1, { place: 'text' }],
  KEK_WRONG: [1, { place: 'text' }],
  KEY_FILE_DAMAGED: [1, { path: 'text' }],
  KEYS_DELETED: [1, {}],
  SECRET_KEY_DELETED: [1, {}],
  SECRET_FORM_UNKNOWN: [1, {}],
  SECRET_NOT_OPENED: [1, {}],

  // Commands
  STOPPED: [1, {}],
  OPTION_NOT_A_NUMBER: [2, { kind: 'text', min: 'number', max: 'number' }],
  OPTION_LENGTH: [2, { option: 'text', max: 'number' }],
  OPTION_NOT_ONE_LINE: [2, { option: 'text' }],
  COMPANY_KEY_INVALID: [2, {}],
  COMPANY_EXISTS: [1, { key: 'text' }],
  COMPANY_UNKNOWN: [1, { key: 'text' }],
  COMPANY_WITHOUT_TOUTS: [1, { company: 'text' }],
  CONNECTOR_OFF: [1, { connector: 'text', company: 'text' }],
  CONNECTOR_RUNNING: [1, { connector: 'text', company: 'text' }],
  CONNECTOR_FAILED: [1, { connector: 'text', problem: 'text' }],
  SOURCE_UNKNOWN: [2, { source: 'text', sources: 'text' }],
  EMAIL_INVALID: [2, {}],
  USER_EXISTS: [1, { email: 'text' }],
  ROLE_OF_ONE_COMPANY: [2, { role: 'text' }],
  PASSWORD_LENGTH: [2, { min: 'number', max: 'number' }],
  KEY_NOT_CONFIRMED: [2, {}],
  DOMAIN_INVALID: [2, { domain: 'text' }],
  DOMAIN_NOT_PERMUTABLE: [2, { domain: 'text' }],
  BRANDS_UNREADABLE: [2, { file: 'text', code: 'text' }],
  BRANDS_NOT_JSON: [2, { file: 'text', detail: 'text' }],
  BRANDS_INVALID: [2, { file: 'text', detail: 'text' }],
  NO_LOG_CHOSEN: [2, {}],
  LOGS_NOT_READ: [1, { failed: 'number', count: 'number' }],
  AUDIT_BROKEN: [1, { company: 'text', record: 'text', seq: 'text', why: 'text', file: 'text', others: 'number' }],
  PACK_UNREADABLE: [2, { file: 'text', code: 'text' }],
  PACK_KEY_INVALID: [2, { file: 'text' }],
  CHECKS_FAILED: [1, { count: 'number' }],
  PACK_REFUSED: [1, { why: 'text', entry: 'text' }],
  PACK_CHANGED: [1, { path: 'text', result: 'text', others: 'number' }],
  PACK_OF_OTHER_KEY: [1, { keyId: 'text' }],

  // Backups
  BACKUP_S3_KEYS_MISSING: [1, {}],
  BACKUP_PLACE_MISSING: [2, {}],
  BACKUP_PLACE_INVALID: [2, { place: 'text' }],
  BACKUP_PLACE_FAILED: [1, { place: 'text', code: 'text', detail: 'text' }],
  BACKUP_RUNNING: [1, {}],
  BACKUP_OF_CLUSTER: [1, {}],
  BACKUP_NOT_FOUND: [1, { place: 'text', id: 'text' }],
  BACKUP_FORMAT_UNKNOWN: [1, { format: 'text' }],
  BACKUP_CHANGED: [1, { part: 'text' }],
  STORED_FILES_DAMAGED: [1, { count: 'number', first: 'text' }],
  SCRATCH_DATABASE_REFUSED: [1, { detail: 'text' }],
  RECOVERY_KEY_MISSING: [2, {}],
  RECOVERY_KEY_UNREADABLE: [2, { file: 'text' }],
  RECOVERY_KEY_WRONG: [1, { id: 'text' }],
  INSTALLATION_KEYS_DIFFER: [1, { place: 'text' }],
  DATABASE_NOT_EMPTY: [1, {}],

  // Files
  FILE_NOT_READABLE: [1, { file: 'text', code: 'text' }],
  NOT_A_FILE: [1, { file: 'text' }],
  FILE_OVER_LIMIT: [1, { file: 'text', max: 'number' }],
  FILE_KIND_UNKNOWN: [1, { file: 'text' }],
  FILE_UNREADABLE: [1, { file: 'text', reason: 'text', detail: 'text' }],
  NOT_A_TELEGRAM_EXPORT: [1, { file: 'text' }],
  SIGN_IN_ANSWER_MISSING: [2, { answer: 'text' }],

  // Imports of threats
  FILE_WITHOUT_ROWS: [1, { file: 'text' }],
  NO_COLUMN_NAMES_THREATS: [1, { file: 'text', fields: 'text', columns: 'text' }],
  IMPORT_BROKE_OFF_AT: [1, { file: 'text', rows: 'number', problem: 'text' }],

  // Imports of leaks
  DAY_INVALID: [2, {}],
  LEAK_FILE_OF_OTHER_KIND: [1, { file: 'text', kind: 'text', advice: 'text' }],
  LEAK_COLUMNS_MISSING: [1, {}],
  LEAK_FILE_WITHOUT_SIGN_INS: [1, { file: 'text', lines: 'number' }],
  NOTHING_WATCHED: [1, {}],
} as const satisfies Record<string, Row>

/** One of the reasons of `programErrors`. */
export type ProgramErrorReason = keyof typeof programErrors

/** The parameters of the message of a reason. */
export type ProgramErrorParametersOf<R extends ProgramErrorReason> = (typeof programErrors)[R] extends readonly [
  unknown,
  infer P extends Row[1],
]
  ? ParametersOf<P>
  : never

type PlainReason = {
  [R in ProgramErrorReason]: object extends ProgramErrorParametersOf<R> ? R : never
}[ProgramErrorReason]
type Arguments<R extends ProgramErrorReason> = [R] extends [PlainReason]
  ? [parameters?: ProgramErrorParametersOf<R>, options?: ErrorOptions]
  : [parameters: ProgramErrorParametersOf<R>, options?: ErrorOptions]

/**
 * An expected failure of the program or of a command. The command line prints its message as one line for the person who started it; the
 * `message` of the error is for logs.
 */
export class ProgramError<R extends ProgramErrorReason = ProgramErrorReason> extends Error {
  override name = 'ProgramError'
  readonly reason: R
  readonly parameters: ErrorParameters

  constructor(reason: R, ...rest: Arguments<R>) {
    const [parameters = {}, options]: [ErrorParameters?, ErrorOptions?] = rest
    super(`${reason} ${JSON.stringify(parameters)}`, options)
    this.reason = reason
    this.parameters = parameters
  }

  /** 1 failed, 2 wrong usage. */
  get exitCode(): 1 | 2 {
    return programErrors[this.reason][0]
  }
}

/** The code and the text of an error of the system or of PostgreSQL, as parameters of a message. */
export function causeOf(cause: unknown): { code: string; detail: string } {
  const { code, message } = isRecord(cause) ? cause : {}
  return { code: typeof code === 'string' ? code : '', detail: typeof message === 'string' ? message : String(cause) }
}
