import type { ParametersOf, ParameterTypes } from './errors.ts'

/**
 * Why an external service returned no data.
 *
 * - `unreachable`: no response, an interrupted one or a server error; a retry may help
 * - `throttled`: too many requests
 * - `unauthorised`: the key is missing, wrong or expired
 * - `changed_format`: the response is not in the service's usual format; a person has to investigate
 * - `refused`: our own rules or settings forbid the request (address, port, redirect, size)
 */
export type ConnectorErrorKind = 'unreachable' | 'throttled' | 'unauthorised' | 'changed_format' | 'refused'

type Row = readonly [kind: ConnectorErrorKind, parameters: Readonly<Record<string, keyof ParameterTypes>>]

/**
 * Why a connector failed: the kind of failure and the parameters of its message. The messages are in
 * `connectors.<language>.json`. `host`, `log` and `feed` name the service or the document, `code` is an error code of the system.
 */
export const connectorErrors = {
  // Connections and responses
  ADDRESS_INVALID: ['refused', {}],
  SCHEME_NOT_ALLOWED: ['refused', { scheme: 'text' }],
  ADDRESS_WITH_PASSWORD: ['refused', { host: 'text' }],
  PORT_NOT_FETCHED: ['refused', { host: 'text', port: 'text' }],
  ADDRESS_NOT_PUBLIC: ['refused', { host: 'text', address: 'text' }],
  HOST_NOT_RESOLVED: ['unreachable', { host: 'text' }],
  SERVER_UNREACHABLE: ['unreachable', { host: 'text', code: 'text' }],
  SERVER_FAILS: ['unreachable', { host: 'text', status: 'number' }],
  SERVER_THROTTLES: ['throttled', { host: 'text', status: 'number' }],
  SERVER_UNAUTHORISED: ['unauthorised', { host: 'text', status: 'number' }],
  SERVER_STATUS_UNEXPECTED: ['changed_format', { host: 'text', status: 'number' }],
  REDIRECT_INVALID: ['refused', { host: 'text' }],
  REDIRECTS_TOO_MANY: ['refused', { host: 'text', max: 'number' }],
  ROBOTS_REFUSED: ['refused', { host: 'text' }],
  RESPONSE_TOO_LARGE: ['refused', { host: 'text', max: 'number' }],
  RESPONSE_TOO_DENSE: ['refused', { host: 'text', max: 'number' }],
  RESPONSE_ENCODING_UNKNOWN: ['changed_format', { host: 'text', encoding: 'text' }],
  RESPONSE_DAMAGED: ['changed_format', { host: 'text' }],

  // Look-ups of domains
  DNS_NOT_ANSWERING: ['unreachable', { type: 'text', name: 'text', code: 'text' }],
  REQUESTS_LIMITED: ['throttled', { host: 'text' }],
  WHOIS_NAME_INVALID: ['refused', {}],
  WHOIS_UNREADABLE: ['changed_format', { host: 'text' }],
  RDAP_UNREADABLE: ['changed_format', { host: 'text' }],
  BOOTSTRAP_INVALID: ['changed_format', {}],
  BROWSER_ENDED: ['unreachable', {}],
  BROWSER_MISSING: ['refused', {}],
  EXIT_FAILED: ['unreachable', { exit: 'text' }],
  BLOCK_LIST_INVALID: ['changed_format', { list: 'text' }],
  BLOCK_LIST_REFUSED: ['unauthorised', { list: 'text' }],
  REGISTRY_UNKNOWN: ['unreachable', { domain: 'text' }],
  OBSERVATIONS_OFF: ['refused', {}],

  // Mailboxes and mail servers
  MAILBOX_LOGIN_REFUSED: ['unauthorised', { host: 'text' }],
  MAILBOX_TOKEN_REFUSED: ['unauthorised', { host: 'text' }],
  MAILBOX_OAUTH_MISSING: ['refused', { host: 'text' }],
  TOKEN_REFUSED: ['unauthorised', { host: 'text', reply: 'text' }],
  TOKEN_INVALID: ['changed_format', { host: 'text' }],
  MAILBOX_FOLDER_MISSING: ['refused', { host: 'text', folder: 'text' }],
  MAILBOX_TAKEN: ['refused', {}],
  MAILBOX_TLS_FAILED: ['refused', { host: 'text' }],
  MAIL_DEFERRED: ['throttled', { reply: 'text' }],
  MAIL_POSTPONED: ['throttled', {}],

  // Timestamps
  TIMESTAMP_INVALID: ['changed_format', { host: 'text' }],
  TIMESTAMP_REFUSED: ['refused', { host: 'text', status: 'number' }],

  // Abuse reports
  SERVICE_REPLIED: ['refused', { reply: 'text' }],
  TICKET_MISSING: ['changed_format', { status: 'number' }],
  URLHAUS_LISTS_MALWARE: ['refused', {}],
  URLHAUS_NOT_LISTED_YET: ['unreachable', {}],

  // Identity providers
  DISCOVERY_INVALID: ['changed_format', { host: 'text' }],
  DISCOVERY_WITHOUT_KEYS: ['changed_format', { host: 'text' }],
  CLIENT_NOT_ACCEPTED: ['unauthorised', { host: 'text', reply: 'text' }],
  PROVIDER_CERTIFICATE_EXPIRED: ['refused', {}],

  // Accounts with providers
  API_KEY_REFUSED: ['unauthorised', { host: 'text', reply: 'text' }],
  API_CALL_REFUSED: ['refused', { host: 'text', reply: 'text' }],
  API_QUOTA_USED: ['throttled', { host: 'text' }],
  FEEDS_NOT_SET: ['refused', {}],
  API_ANSWER_CHANGED: ['changed_format', { host: 'text', field: 'text' }],

  // Certificate logs
  LOG_LIST_UNREADABLE: ['unreachable', { path: 'text', code: 'text' }],
  LOG_LIST_INVALID: ['changed_format', {}],
  LOG_LIST_UNUSABLE: ['changed_format', { log: 'text' }],
  LOGS_NOT_FOLLOWED: ['refused', {}],
  LOGS_NOT_IN_SERVICE: ['refused', {}],
  LOGS_UNREADABLE: ['unreachable', { log: 'text' }],
  LOG_ANSWER_INVALID: ['changed_format', { log: 'text' }],
  LOG_BEHIND: ['unreachable', { log: 'text' }],
  LOG_READ_TWICE: ['refused', { log: 'text' }],
  TREE_HEAD_INVALID: ['changed_format', { log: 'text' }],
  TREE_HEAD_NOT_SIGNED: ['changed_format', { log: 'text' }],
  CHECKPOINT_INVALID: ['changed_format', { log: 'text', why: 'text' }],
  CHECKPOINT_OF_OTHER_LOG: ['changed_format', { log: 'text', origin: 'text' }],
  ENTRIES_MISSING: ['changed_format', { log: 'text', first: 'number' }],
  ENTRIES_REFUSED: ['changed_format', { log: 'text', status: 'number' }],
  TILE_UNREADABLE: ['changed_format', { log: 'text' }],
  LOG_WITH_TWO_TREES: ['changed_format', { log: 'text', size: 'number' }],
  LOG_SHRANK: ['changed_format', { log: 'text', before: 'number', size: 'number' }],
  LOG_ENTRIES_CHANGED: ['changed_format', { log: 'text', size: 'number' }],
  LOG_NOT_CONTINUED: ['changed_format', { log: 'text', before: 'number', size: 'number' }],
  STREAM_ADDRESS_INVALID: ['refused', {}],
  STREAM_INVALID: ['changed_format', {}],
  STREAM_BROKEN: ['unreachable', { host: 'text', why: 'text' }],

  // Feeds
  FEED_FILE_UNREADABLE: ['unreachable', { path: 'text', code: 'text' }],
  FEED_MISSING: ['changed_format', { feed: 'text' }],
  FEED_OF_OTHER_KIND: ['changed_format', { feed: 'text', kind: 'text' }],
  FEED_WITHOUT_NAMES: ['changed_format', { feed: 'text', count: 'number' }],
  FEED_BROKEN_OFF: ['unreachable', { feed: 'text', line: 'number' }],
  FEED_DAMAGED_AFTER: ['changed_format', { feed: 'text', line: 'number' }],
  FEED_DAMAGED: ['changed_format', { feed: 'text', why: 'text' }],
  FEED_TOO_LARGE: ['refused', { feed: 'text', max: 'number' }],
  FEED_TOO_DENSE: ['refused', { feed: 'text', max: 'number' }],
  FEED_NAMES_TOO_MANY: ['refused', { max: 'number' }],
  JSON_TOO_LARGE: ['refused', { feed: 'text', megabytes: 'number' }],
  JSON_INVALID: ['changed_format', { feed: 'text' }],
  JSON_WITHOUT_NAMES: ['changed_format', { feed: 'text' }],
  ZIP_TOO_LARGE: ['refused', { feed: 'text', megabytes: 'number' }],
  ZIP_ENTRIES_TOO_MANY: ['refused', { feed: 'text', count: 'number' }],
  ZIP_ENTRIES_OVERLAP: ['refused', { feed: 'text', entry: 'text' }],
  ZIP_IN_ZIP: ['refused', { feed: 'text' }],
  ZIP_DAMAGED: ['changed_format', { feed: 'text', detail: 'text' }],
  ZIP_CUT_OFF: ['changed_format', { feed: 'text', entry: 'text' }],
  ZIP_LIST_CUT_OFF: ['changed_format', { feed: 'text', entry: 'number', count: 'number' }],
  ZIP_ENTRY_UNREADABLE: ['changed_format', { feed: 'text', entry: 'text', why: 'text' }],
} as const satisfies Record<string, Row>

/** One of the reasons of `connectorErrors`. */
export type ConnectorErrorReason = keyof typeof connectorErrors

/** The parameters of the message of a reason. */
export type ConnectorErrorParametersOf<R extends ConnectorErrorReason> = ParametersOf<(typeof connectorErrors)[R][1]>
