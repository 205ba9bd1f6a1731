import { createPublicKey, hash, type KeyObject } from 'node:crypto'
import { ConnectorError } from '../connector-error.ts'

/** The state of a log in a list. Source: the schema of Chrome's log list, version 3, `state`. */
export const listedStates = ['pending', 'qualified', 'usable', 'readonly', 'retired', 'rejected'] as const
/** One of `listedStates`. */
export type ListedState = (typeof listedStates)[number]

/** A log as described in a list. */
export interface CtLog {
  /** SHA-256 of the key, base64. */
  logId: string
  operator: string
  description: string
  kind: 'rfc6962' | 'static-ct'
  /** The base address for reading the log, with a trailing slash. */
  url: string
  /** The name that signs the checkpoints of a static-ct log: its submission prefix without scheme and trailing slash. */
  origin: string
  key: KeyObject
  state: ListedState
  /** Number of entries of a log that accepts no more, if the list contains it. */
  finalSize: number | null
  /** The log only accepts certificates that expire in this interval; null when it accepts all. */
  interval: { from: Date; until: Date } | null
}

/** A parsed list of logs: the usable logs, and the unusable entries. */
export interface CtLogList {
  logs: CtLog[]
  /** Entries of the list that can't be used, with the reason. */
  skipped: { description: string; reason: string }[]
}

type Fields = Record<string, unknown>

/**
 * Reads a list of logs: version 3 of the JSON that browsers publish, with both `logs` and `tiled_logs`; or the description of a single log
 * (`log.v3.json`) that Sunlight serves.
 *
 * @throws ConnectorError `changed_format` when it is not such a document, or contains no readable log
 */
export function parseLogList(text: string): CtLogList {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (cause) {
    throw new ConnectorError('LOG_LIST_INVALID', {}, { cause })
  }
  if (!isFields(document)) throw new ConnectorError('LOG_LIST_INVALID', {})
  const list: CtLogList = { logs: [], skipped: [] }
  if (typeof document['monitoring_url'] === 'string') {
    add(list, '', { ...document, state: { [String(document['status'])]: {} } }, 'static-ct')
  }
  for (const operator of arrayOf(document['operators'])) {
    const name = textOf(operator['name'])
    for (const log of arrayOf(operator['logs'])) add(list, name, log, 'rfc6962')
    for (const log of arrayOf(operator['tiled_logs'])) add(list, name, log, 'static-ct')
  }
  if (list.logs.length > 0) return list
  const [first] = list.skipped
  throw first
    ? new ConnectorError('LOG_LIST_UNUSABLE', { log: first.description })
    : new ConnectorError('LOG_LIST_INVALID', {})
}

function add(list: CtLogList, operator: string, fields: Fields, kind: CtLog['kind']): void {
  const description = textOf(fields['description']) || textOf(fields['log_id'])
  const log = logOf(operator, description, fields, kind)
  if (typeof log === 'string') list.skipped.push({ description, reason: log })
  else if (list.logs.some(({ logId }) => logId === log.logId))
    list.skipped.push({ description, reason: 'listed before' })
  else list.logs.push(log)
}

/** The log, or the reason why it can't be used. */
function logOf(operator: string, description: string, fields: Fields, kind: CtLog['kind']): CtLog | string {
  const der = Buffer.from(textOf(fields['key']), 'base64')
  const logId = textOf(fields['log_id'])
  // A log is identified by its key; an entry whose id doesn't match its key would accept signatures of another key.
  if (hash('sha256', der, 'base64') !== logId) return 'its id does not belong to its key'
  const key = publicKeyOf(der)
  if (!key) return 'its key cannot be used'
  const readAt = textOf(fields[kind === 'static-ct' ? 'monitoring_url' : 'url'])
  if (!/^https?:\/\//i.test(readAt) || !URL.canParse(readAt)) return 'it has no address to read from'
  const written = textOf(fields['submission_url']) || readAt
  const state = stateOf(fields['state'])
  return {
    logId,
    operator: operator || new URL(readAt).host,
    description: description || readAt,
    kind,
    url: readAt.endsWith('/') ? readAt : `${readAt}/`,
    origin: written.replace(/^https?:\/\//i, '').replace(/\/$/, ''),
    key,
    state: state.name,
    finalSize: state.finalSize,
    interval: intervalOf(fields['temporal_interval']),
  }
}

function publicKeyOf(der: Buffer): KeyObject | null {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' })
  } catch {
    // Without a valid key, for whatever reason, the log's signatures can't be checked.
    return null
  }
}

/** A log without a state is new. */
function stateOf(value: unknown): { name: ListedState; finalSize: number | null } {
  const states = isFields(value) ? value : {}
  const name = listedStates.find((state) => state in states) ?? 'pending'
  const state = states[name]
  const head = isFields(state) ? state['final_tree_head'] : null
  const size = isFields(head) ? head['tree_size'] : null
  return { name, finalSize: typeof size === 'number' && Number.isSafeInteger(size) ? size : null }
}

function intervalOf(value: unknown): CtLog['interval'] {
  if (!isFields(value)) return null
  const from = new Date(textOf(value['start_inclusive']))
  const until = new Date(textOf(value['end_exclusive']))
  return Number.isNaN(from.getTime()) || Number.isNaN(until.getTime()) ? null : { from, until }
}

/** Whether to read a log: it is in service, or closed but still serving its entries, and its certificates may still be valid. */
export function isReadable(log: CtLog, now: Date): boolean {
  if (log.state === 'retired' || log.state === 'rejected') return false
  return log.interval === null || log.interval.until > now
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
const arrayOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
