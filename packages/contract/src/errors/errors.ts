/** The codes of failed calls that clients rely on, and the HTTP status of each. */
export const errorStatus = {
  BAD_REQUEST: 400,
  INVALID_CALLBACK_URL_ERROR: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  INVALID_REFRESH_TOKEN: 403,
  NOT_FOUND: 404,
  COMPANY_NOT_FOUND: 404,
  MODULE_OFF: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  IDEMPOTENCY_CONFLICT: 409,
  SELECTION_MOVED: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const satisfies Record<string, number>

/** One of the coarse codes of `errorStatus`, which clients of the API may rely on. */
export type ErrorCode = keyof typeof errorStatus

/** The subject of an error message; the catalogues contain the words for it. */
export type Subject =
  | 'alertSettings'
  | 'allowEntry'
  | 'announcement'
  | 'apiKey'
  | 'assets'
  | 'attempt'
  | 'brand'
  | 'bulletin'
  | 'call'
  | 'campaign'
  | 'company'
  | 'deeperAnalysis'
  | 'export'
  | 'file'
  | 'finding'
  | 'failedJob'
  | 'glossaryEntry'
  | 'leak'
  | 'letter'
  | 'news'
  | 'page'
  | 'passkey'
  | 'password'
  | 'person'
  | 'image'
  | 'question'
  | 'record'
  | 'report'
  | 'request'
  | 'review'
  | 'reviewer'
  | 'rights'
  | 'rule'
  | 'schedule'
  | 'session'
  | 'source'
  | 'ssoSettings'
  | 'takedown'
  | 'task'
  | 'threat'
  | 'tip'
  | 'totp'
  | 'tout'
  | 'user'
  | 'view'

/** The types of message parameters. */
export interface ParameterTypes {
  text: string
  number: number
  subject: Subject
}
type Row = readonly [code: ErrorCode, parameters?: Readonly<Record<string, keyof ParameterTypes>>]

/**
 * Every expected failure: its reason, its code, and the parameters of its message. The messages are in `errors.<language>.json`.
 */
export const errors = {
  // Requests that cannot be read
  BAD_REQUEST: ['BAD_REQUEST'],
  INVALID_INPUT: ['BAD_REQUEST'],
  URL_TOO_LONG: ['BAD_REQUEST'],
  TOO_MANY_PARAMETERS: ['BAD_REQUEST', { max: 'number' }],
  HOST_HEADER_INVALID: ['BAD_REQUEST'],
  IDEMPOTENCY_KEY_INVALID: ['BAD_REQUEST'],
  INVALID_CALLBACK_URL_ERROR: ['INVALID_CALLBACK_URL_ERROR'],
  METHOD_NOT_ALLOWED: ['METHOD_NOT_ALLOWED', { methods: 'text' }],
  REQUEST_TIMEOUT: ['REQUEST_TIMEOUT'],
  HEADERS_TOO_LARGE: ['HEADERS_TOO_LARGE'],
  PAYLOAD_TOO_LARGE: ['PAYLOAD_TOO_LARGE'],
  UNSUPPORTED_MEDIA_TYPE: ['UNSUPPORTED_MEDIA_TYPE'],
  GZIP_DAMAGED: ['BAD_REQUEST'],
  STREAM_TOO_LARGE: ['PAYLOAD_TOO_LARGE', { max: 'number' }],
  STREAM_ENCODING_UNKNOWN: ['UNSUPPORTED_MEDIA_TYPE'],
  LINE_TOO_LONG: ['BAD_REQUEST', { max: 'number' }],
  LINE_NOT_JSON: ['BAD_REQUEST'],
  LINE_NOT_UTF8: ['BAD_REQUEST'],
  QUOTE_NOT_CLOSED: ['BAD_REQUEST'],

  // Values that are not accepted
  REQUIRED: ['BAD_REQUEST'],
  INVALID_VALUE: ['BAD_REQUEST'],
  INVALID_TYPE: ['BAD_REQUEST', { expected: 'text' }],
  INVALID_FORMAT: ['BAD_REQUEST', { format: 'text' }],
  UNKNOWN_FIELD: ['BAD_REQUEST'],
  UNKNOWN_FILTER: ['BAD_REQUEST'],
  NOT_AN_OPTION: ['BAD_REQUEST', { options: 'text' }],
  TEXT_TOO_SHORT: ['BAD_REQUEST', { min: 'number' }],
  TEXT_TOO_LONG: ['BAD_REQUEST', { max: 'number' }],
  NUMBER_TOO_SMALL: ['BAD_REQUEST', { min: 'number' }],
  NUMBER_TOO_LARGE: ['BAD_REQUEST', { max: 'number' }],
  LIST_TOO_SHORT: ['BAD_REQUEST', { min: 'number' }],
  LIST_TOO_LONG: ['BAD_REQUEST', { max: 'number' }],
  REPEATED: ['BAD_REQUEST'],
  TEXT_NOT_CLEAN: ['BAD_REQUEST'],
  NAME_NOT_CLEAN: ['BAD_REQUEST'],
  NOT_ONE_LINE: ['BAD_REQUEST'],
  TOO_DEEP: ['BAD_REQUEST', { max: 'number' }],
  TOO_MANY_KEYS: ['BAD_REQUEST', { max: 'number' }],
  VALUE_NOT_STORABLE: ['BAD_REQUEST'],
  NOT_A_DAY: ['BAD_REQUEST'],
  NOT_AN_INSTANT: ['BAD_REQUEST'],
  NOT_A_DATE: ['BAD_REQUEST'],
  NOT_A_NAME: ['BAD_REQUEST'],
  NOT_A_KEY: ['BAD_REQUEST'],
  NOT_A_PHONE_NUMBER: ['BAD_REQUEST'],
  NOT_AN_ACCOUNT_NUMBER: ['BAD_REQUEST'],
  NOT_A_PACKAGE_NAME: ['BAD_REQUEST'],
  NOT_A_SHA256: ['BAD_REQUEST'],
  NOT_A_MAIL_DOMAIN: ['BAD_REQUEST'],
  NOT_A_NUMBER: ['BAD_REQUEST'],
  NOT_A_PERIOD: ['BAD_REQUEST'],
  NOT_SOURCE_FIELDS: ['BAD_REQUEST'],
  NOT_IN_ORDER: ['BAD_REQUEST'],
  NOT_WITHOUT_PROTOCOL: ['BAD_REQUEST'],
  NOT_FOR_PROTOCOL: ['BAD_REQUEST'],
  NOT_A_LOCALE: ['BAD_REQUEST'],
  NOT_A_TIME_ZONE: ['BAD_REQUEST'],
  NOT_A_PAGE: ['BAD_REQUEST'],
  NOT_A_HOME_PAGE: ['BAD_REQUEST'],
  PAGE_TEXT_NOT_ALLOWED: ['BAD_REQUEST'],
  NOT_A_WEB_ADDRESS: ['BAD_REQUEST'],
  FEED_LINE_INVALID: ['BAD_REQUEST', { line: 'text' }],
  NOT_A_MAIL_SERVER: ['BAD_REQUEST'],
  MAILBOX_OF_REPLIES: ['CONFLICT'],
  FEEDS_TOO_MANY: ['BAD_REQUEST', { max: 'number' }],
  NOT_A_FORM: ['BAD_REQUEST'],
  PROOF_MISSING: ['BAD_REQUEST'],
  ANSWER_MISSING: ['BAD_REQUEST'],
  NOTICE_FILES_TOO_LARGE: ['BAD_REQUEST', { megabytes: 'number' }],
  FILE_NOT_OF_CASE: ['BAD_REQUEST'],
  STATUS_REASON_MISSING: ['BAD_REQUEST'],
  LETTER_SYNTAX: ['BAD_REQUEST', { line: 'number', column: 'number' }],
  UNKNOWN_PLACEHOLDER: ['BAD_REQUEST', { placeholder: 'text' }],
  MISSING_PLACEHOLDER: ['BAD_REQUEST', { placeholder: 'text' }],
  PLACEHOLDER_FORMAT: ['BAD_REQUEST', { placeholder: 'text', format: 'text' }],
  NOT_A_FILTER_NAME: ['BAD_REQUEST'],
  NOT_A_FIELD_CONDITION: ['BAD_REQUEST'],
  NOT_BASE64URL: ['BAD_REQUEST'],
  REMARK_LENGTH: ['BAD_REQUEST'],
  REMARK_NEEDED: ['BAD_REQUEST'],
  RECALL_REASON_NEEDED: ['BAD_REQUEST'],
  NOT_A_MAIL_ADDRESS: ['BAD_REQUEST'],
  MAILBOX_NOT_ENCRYPTED: ['BAD_REQUEST'],
  NOT_ONE_COMPANY: ['BAD_REQUEST'],
  NOT_COMPANIES: ['BAD_REQUEST'],
  PAGE_TOO_DEEP: ['BAD_REQUEST', { max: 'number' }],
  RANGE_TOO_LONG: ['BAD_REQUEST', { days: 'number' }],
  NOT_IN_FUTURE: ['BAD_REQUEST'],
  NOT_IN_PAST: ['BAD_REQUEST'],
  END_BEFORE_START: ['BAD_REQUEST'],
  UNTIL_NOT_ALLOWED: ['BAD_REQUEST'],
  UNKNOWN_SEARCH_FIELD: ['BAD_REQUEST'],
  FIELD_NOT_OF_SOURCE: ['BAD_REQUEST', { source: 'text' }],
  TITLE_NEEDED: ['BAD_REQUEST'],
  TYPE_NOT_OF_SOURCE: ['BAD_REQUEST', { types: 'text' }],
  MODULE_NEEDED: ['BAD_REQUEST', { module: 'text' }],
  ONE_COMPANY_ONLY: ['BAD_REQUEST'],
  SUPER_ADMIN_ONLY: ['BAD_REQUEST'],
  NO_RECIPIENTS: ['BAD_REQUEST'],
  ADDRESS_WITHOUT_MAIL: ['BAD_REQUEST'],
  MAIL_SUBJECT_MISSING: ['BAD_REQUEST'],
  MAIL_TOO_LONG: ['BAD_REQUEST'],
  VIEW_NOT_READABLE: ['BAD_REQUEST'],
  VIEW_NAME_TAKEN: ['BAD_REQUEST'],
  TOO_MANY_VIEWS: ['BAD_REQUEST', { max: 'number' }],
  MERGE_INTO_ITSELF: ['BAD_REQUEST'],
  SELECTION_TOO_LARGE: ['BAD_REQUEST', { max: 'number', what: 'subject' }],
  NOT_A_DOMAIN: ['BAD_REQUEST'],
  NOT_A_HOST: ['BAD_REQUEST'],
  NOT_AN_ADDRESS_WITH_PATH: ['BAD_REQUEST'],
  NOT_AN_ACCOUNT: ['BAD_REQUEST'],
  ALLOWED_ALREADY: ['BAD_REQUEST'],
  NOT_HTTPS: ['BAD_REQUEST'],
  ADDRESS_NOT_PLAIN: ['BAD_REQUEST'],
  NOT_A_CERTIFICATE: ['BAD_REQUEST'],
  CERTIFICATE_EXPIRED: ['BAD_REQUEST'],
  CLIENT_SECRET_NEEDED: ['BAD_REQUEST'],
  DOMAIN_OF_OTHER_COMPANY: ['BAD_REQUEST'],

  // Files
  FILE_MISSING: ['BAD_REQUEST'],
  COMPANY_AFTER_FILE: ['BAD_REQUEST'],
  TOO_MANY_FILES: ['BAD_REQUEST', { max: 'number' }],
  FORM_UNREADABLE: ['BAD_REQUEST'],
  FORM_NEEDED: ['UNSUPPORTED_MEDIA_TYPE'],
  FORM_FIELD_TOO_LONG: ['PAYLOAD_TOO_LARGE'],
  FILE_TOO_LARGE: ['PAYLOAD_TOO_LARGE', { max: 'number' }],
  FILE_TYPE_NOT_ALLOWED: ['UNSUPPORTED_MEDIA_TYPE', { types: 'text' }],
  UPLOAD_LIMIT: ['TOO_MANY_REQUESTS'],
  FILE_NOT_KEPT: ['UNAVAILABLE'],
  IMAGE_TOO_LARGE: ['PAYLOAD_TOO_LARGE', { name: 'text' }],
  IMAGE_ANIMATED: ['UNSUPPORTED_MEDIA_TYPE', { name: 'text' }],
  IMAGE_UNREADABLE: ['BAD_REQUEST', { name: 'text' }],
  PDF_UNREADABLE: ['BAD_REQUEST', { name: 'text' }],
  FILES_OF_ONE_ROW: ['BAD_REQUEST'],
  PDF_LOCKED: ['BAD_REQUEST', { name: 'text' }],
  IMAGES_BUSY: ['UNAVAILABLE'],
  NO_PAGE_TO_SHOW: ['NOT_FOUND'],
  PAGES_BUSY: ['UNAVAILABLE'],
  PAGE_NOT_DRAWN: ['UNAVAILABLE'],

  // Accounts and sessions
  UNAUTHENTICATED: ['UNAUTHENTICATED'],
  API_KEY_NEEDED: ['UNAUTHENTICATED'],
  DELIVERY_NOT_SIGNED: ['UNAUTHENTICATED'],
  FORBIDDEN: ['FORBIDDEN'],
  CLIENT_VIEW: ['CONFLICT'],
  SCOPE_MISSING: ['FORBIDDEN', { scope: 'text' }],
  INVALID_REFRESH_TOKEN: ['INVALID_REFRESH_TOKEN'],
  TOKEN_EXPIRED: ['BAD_REQUEST'],
  LINK_EXPIRED: ['BAD_REQUEST'],
  FACTOR_NEEDED: ['BAD_REQUEST'],
  CODE_WRONG: ['BAD_REQUEST'],
  NEW_CODE_WRONG: ['BAD_REQUEST'],
  PASSKEY_WRONG: ['BAD_REQUEST'],
  PASSKEY_NOT_CHECKED: ['BAD_REQUEST'],
  PASSWORD_WRONG: ['BAD_REQUEST'],
  PASSWORD_UNCHANGED: ['BAD_REQUEST'],
  PASSWORD_IS_ADDRESS: ['BAD_REQUEST'],
  PASSWORD_BREACHED: ['BAD_REQUEST'],
  TOO_MANY_ATTEMPTS: ['TOO_MANY_REQUESTS'],
  TOTP_IN_USE: ['CONFLICT'],
  TOO_MANY_PASSKEYS: ['CONFLICT', { max: 'number' }],
  OWN_ACCOUNT: ['CONFLICT', { change: 'text' }],
  ROLE_TOO_HIGH: ['CONFLICT'],
  ACCOUNT_TOO_HIGH: ['CONFLICT'],
  LAST_SUPER_ADMIN: ['CONFLICT'],
  ADDRESS_TAKEN: ['CONFLICT'],
  INVITATION_ACCEPTED: ['CONFLICT'],
  SIGN_IN_DISABLED: ['CONFLICT'],
  USER_LIMIT: ['CONFLICT', { max: 'number' }],
  LAST_CLIENT: ['CONFLICT'],
  PROVISIONED_ACCOUNT: ['CONFLICT'],
  INVITATION_LIMIT: ['TOO_MANY_REQUESTS', { max: 'number' }],
  TOO_MANY_API_KEYS: ['CONFLICT', { max: 'number' }],

  // Missing records and concurrent changes
  NOT_FOUND: ['NOT_FOUND', { what: 'subject' }],
  COMPANY_NOT_FOUND: ['COMPANY_NOT_FOUND'],
  MODULE_OFF: ['MODULE_OFF'],
  STALE_VERSION: ['CONFLICT', { what: 'subject' }],
  STALE_VERSION_BY: ['CONFLICT', { what: 'subject', name: 'text' }],
  STATUS_NOT_ALLOWED: ['CONFLICT', { what: 'subject', from: 'text', to: 'text' }],
  ALREADY_EXISTS: ['CONFLICT'],
  IDEMPOTENCY_CONFLICT: ['IDEMPOTENCY_CONFLICT'],
  IDEMPOTENCY_TAKEN_OVER: ['IDEMPOTENCY_CONFLICT'],
  SELECTION_MOVED: ['SELECTION_MOVED', { count: 'number', what: 'subject' }],

  // Threats, cases and reviews
  THREAT_KNOWN: ['CONFLICT', { threatId: 'text' }],
  OWN_ASSET: ['CONFLICT', { kind: 'text', value: 'text' }],
  ON_ALLOW_LIST: ['CONFLICT', { value: 'text' }],
  HELD_BY_RULE: ['CONFLICT', { rule: 'text' }],
  APP_FILE_UNREADABLE: ['BAD_REQUEST', { reason: 'text' }],
  APP_FILE_NOT_READ: ['CONFLICT'],
  MAIL_FILE_UNREADABLE: ['BAD_REQUEST', { name: 'text' }],
  TIP_EMPTY: ['BAD_REQUEST'],
  TIP_FORM_EXPIRED: ['BAD_REQUEST'],
  TIP_FORM_USED: ['CONFLICT'],
  TIP_TOO_SOON: ['TOO_MANY_REQUESTS'],
  TIPS_TOO_MANY: ['TOO_MANY_REQUESTS'],
  TIP_CODE_UNKNOWN: ['NOT_FOUND'],
  TIP_DECIDED: ['CONFLICT'],
  TIP_NAMES_NOTHING: ['CONFLICT'],
  TIP_IS_OWN: ['CONFLICT'],
  NOT_AN_APP_ADDRESS: ['BAD_REQUEST'],
  APP_NOT_LISTED: ['BAD_REQUEST', { store: 'text' }],
  APP_FILE_NOT_SENT: ['BAD_REQUEST', { host: 'text' }],
  RULE_CONDITION_NEEDED: ['BAD_REQUEST'],
  RULE_WORD_NEEDED: ['BAD_REQUEST'],
  RULE_HOST_NEEDED: ['BAD_REQUEST'],
  RULE_HANDLE_NEEDED: ['BAD_REQUEST'],
  RULE_LETTERS_NEEDED: ['BAD_REQUEST', { min: 'number' }],
  RULE_TOO_BROAD: ['BAD_REQUEST', { min: 'number' }],
  RULE_NAME_TAKEN: ['CONFLICT'],
  HUNT_RUNNING: ['CONFLICT'],
  HUNT_NOT_RUNNING: ['CONFLICT'],
  IMPORT_FILE_UNREADABLE: ['BAD_REQUEST', { reason: 'text' }],
  IMPORT_FILE_EMPTY: ['BAD_REQUEST'],
  IMPORT_STARTED: ['CONFLICT'],
  IMPORT_NOT_RUNNING: ['CONFLICT'],
  IMPORT_NOT_UNDOABLE: ['CONFLICT'],
  DECIDED_ALREADY: ['CONFLICT'],
  NOTICE_SENT: ['CONFLICT'],
  NOT_AWAITING_AUTHORISATION: ['CONFLICT'],
  DECISION_UNDONE: ['CONFLICT'],
  OTHER_TAKEDOWN_OPEN: ['CONFLICT'],
  ANALYSIS_CLOSED: ['CONFLICT'],
  ANALYSIS_NOT_STARTED: ['CONFLICT'],
  ANALYSIS_WITH_DRAFTS: ['CONFLICT', { count: 'number' }],
  ANALYSIS_WITHOUT_ANSWERS: ['CONFLICT', { count: 'number' }],
  ANALYSIS_WITHOUT_FINDINGS: ['BAD_REQUEST'],
  FINDING_RELEASED: ['CONFLICT'],
  NOT_A_CASE_FILE: ['BAD_REQUEST'],
  TOO_MANY_ANALYSIS_PARTS: ['CONFLICT', { max: 'number' }],
  TOO_MANY_CASE_FILES: ['CONFLICT', { max: 'number' }],
  TOO_MANY_REMARKS: ['CONFLICT', { max: 'number' }],
  TOO_MANY_ATTEMPTED_CHANNELS: ['CONFLICT', { max: 'number' }],
  TOO_MANY_RIGHTS_DOCUMENTS: ['CONFLICT', { max: 'number' }],
  TAKEDOWN_TAKES_NO_NOTICE: ['CONFLICT'],
  ABUSE_REPORT_ACCOUNT_MISSING: ['BAD_REQUEST'],
  ABUSE_REPORT_NEEDS_ADDRESS: ['BAD_REQUEST'],
  TOO_MANY_NOTICES: ['TOO_MANY_REQUESTS', { max: 'number' }],
  NOTICE_NOT_WAITING: ['CONFLICT'],
  NOTICE_NEEDS_SECOND_PERSON: ['CONFLICT'],
  NOTICE_SENDING_OFF: ['CONFLICT'],
  MAIL_NOT_DECIDABLE: ['CONFLICT'],
  MAIL_NOT_WAITING: ['CONFLICT'],
  ANSWER_BEFORE_NOTICE: ['CONFLICT'],
  CLAIMED_BY_OTHER: ['CONFLICT'],
  OWN_DELETION_REQUEST: ['CONFLICT'],
  RECALL_AFTER_DECISION: ['CONFLICT'],
  NOTHING_TO_ALLOW: ['CONFLICT'],
  RECALLED: ['NOT_FOUND', { reason: 'text' }],
  MERGE_PUBLISHED: ['CONFLICT'],
  MERGE_WITH_WORK: ['CONFLICT'],
  MERGE_OTHER_SOURCE: ['CONFLICT'],
  REQUEST_CLOSED: ['CONFLICT'],
  REQUEST_DECLINED: ['CONFLICT'],
  REPORT_EMPTY: ['BAD_REQUEST'],
  ASSIGNEE_NOT_FOUND: ['NOT_FOUND'],
  ASSIGNEE_READ_ONLY: ['CONFLICT', { name: 'text' }],
  LEAK_WITHOUT_PASSWORD: ['NOT_FOUND'],
  DISCLOSURE_LIMIT: ['TOO_MANY_REQUESTS', { max: 'number' }],
  REVEAL_LIMIT: ['TOO_MANY_REQUESTS', { max: 'number' }],

  // Companies, settings and notifications
  COMPANY_KEY_TAKEN: ['CONFLICT', { key: 'text' }],
  OWN_COMPANY: ['CONFLICT'],
  GLOSSARY_NAME_TAKEN: ['CONFLICT'],
  TOO_MANY_RULES: ['CONFLICT', { max: 'number' }],
  TOO_MANY_REPLY_RULES: ['CONFLICT', { max: 'number' }],
  TOO_MANY_SCHEDULES: ['CONFLICT', { max: 'number' }],
  ANNOUNCEMENT_STARTED: ['CONFLICT'],
  ENRICHMENT_OFF: ['CONFLICT'],
  NO_PAGE_TO_CAPTURE: ['CONFLICT'],
  SCAN_SOURCES_OFF: ['CONFLICT'],
  SSO_NOT_SET_UP: ['CONFLICT'],
  SCAN_RUNNING: ['CONFLICT'],
  NO_BRANDS: ['CONFLICT'],
  NO_OFFICIAL_DOMAIN: ['CONFLICT'],
  SITE_SEARCH_RUNNING: ['CONFLICT'],
  CONNECTOR_PAUSED: ['CONFLICT'],
  LOOK_UP_NOT_SET_UP: ['CONFLICT'],

  // Load
  TOO_MANY_REQUESTS: ['TOO_MANY_REQUESTS'],
  TOO_MANY_STREAMS: ['TOO_MANY_REQUESTS'],
  EXPORTS_RUNNING: ['TOO_MANY_REQUESTS'],
  NAME_TESTS_RUNNING: ['TOO_MANY_REQUESTS'],
  NAME_TEST_TOO_SLOW: ['UNAVAILABLE'],
  NAME_TEST_TOO_LARGE: ['UNAVAILABLE'],
  UNAVAILABLE: ['UNAVAILABLE'],
  COMPANY_BUSY: ['UNAVAILABLE'],
  QUERY_TOO_SLOW: ['UNAVAILABLE'],
  DATABASE_AWAY: ['UNAVAILABLE'],
  DATABASE_READ_ONLY: ['UNAVAILABLE'],
  DATABASE_FULL: ['UNAVAILABLE'],
  STORAGE_FULL: ['UNAVAILABLE'],
  INTERNAL: ['INTERNAL'],
} as const satisfies Record<string, Row>

export type ErrorReason = keyof typeof errors

/** The parameters of a message, from the kinds in a table. */
export type ParametersOf<P extends Readonly<Record<string, keyof ParameterTypes>>> = {
  [Name in keyof P]: ParameterTypes[P[Name]]
}

/** The parameters of the message of a reason. */
export type ErrorParametersOf<R extends ErrorReason> = (typeof errors)[R] extends readonly [
  ErrorCode,
  infer P extends NonNullable<Row[1]>,
]
  ? ParametersOf<P>
  : Record<string, never>

export type ErrorParameters = Readonly<Record<string, string | number>>

/** Reasons whose messages have no parameters. */
export type PlainReason = {
  [R in ErrorReason]: (typeof errors)[R] extends readonly [ErrorCode] ? R : never
}[ErrorReason]

/** The reason why a schema refuses a value, used as the message of its check, e.g. `z.refine(isLocale, problem('NOT_A_LOCALE'))`. */
export const problem = (reason: PlainReason): string => reason

/** One value that was refused, e.g. `{ path: 'query.limit', reason: 'NUMBER_TOO_LARGE', parameters: { max: 200 }, message: … }`. */
export interface ErrorDetail {
  path: string
  reason: ErrorReason
  parameters: ErrorParameters
  /** The message in English. */
  message: string
}

/**
 * The body of every error response, sent as `application/problem+json` (RFC 9457). Clients decide by `code` or `reason`; the portal builds
 * the message in its language from `reason` and `parameters`.
 */
export interface ErrorBody {
  type: string
  title: string
  status: number
  /** The message in English; the same as `message`. */
  detail: string
  instance: string
  message: string
  code: ErrorCode
  reason: ErrorReason
  parameters: ErrorParameters
  details?: ErrorDetail[]
  requestId: string
}
