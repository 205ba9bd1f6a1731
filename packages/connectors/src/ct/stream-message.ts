import { ConnectorError } from '../connector-error.ts'

/** A certificate in a message of a stream. */
export interface StreamedCertificate {
  /** Empty when the message has none. */
  names: string[]
  /** Index in the log it was seen in; null when the message doesn't contain it. */
  index: number | null
  /** Equal for a precertificate and its certificate; null when the message lacks issuer or serial number. */
  identity: string | null
  isPrecertificate: boolean
  /** The log it was seen in, e.g. `Example 'Oak2025h1' log`. */
  log: string
}

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const namesIn = (value: unknown): string[] =>
  // As in certificates themselves: printable ASCII only.
  Array.isArray(value)
    ? value.filter((name): name is string => typeof name === 'string' && /^[\x21-\x7e]+$/.test(name))
    : []

/**
 * Reads one message of a certstream server: `certificate_update`, `dns_entries` (only names) or `heartbeat`. Fields that older servers omit
 * may be missing.
 *
 * Source: certstream-server-go, internal/models/certstream.go.
 *
 * @returns null for a message without a certificate
 * @throws ConnectorError `changed_format` for anything else
 */
export function readStreamMessage(text: string): StreamedCertificate | null {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch (cause) {
    throw new ConnectorError('STREAM_INVALID', {}, { cause })
  }
  return streamedCertificate(message)
}

/** The same as `readStreamMessage` for parsed JSON. */
export function streamedCertificate(message: unknown): StreamedCertificate | null {
  const kind = isFields(message) ? message['message_type'] : undefined
  if (kind === 'heartbeat') return null
  const data = isFields(message) ? message['data'] : undefined
  if (kind === 'dns_entries')
    return { names: namesIn(data), index: null, identity: null, isPrecertificate: false, log: '' }
  const leaf = isFields(data) ? data['leaf_cert'] : undefined
  if (kind !== 'certificate_update' || !isFields(data) || !isFields(leaf))
    throw new ConnectorError('STREAM_INVALID', {})
  const source = isFields(data['source']) ? data['source'] : {}
  const issuer = isFields(leaf['issuer']) ? textOf(leaf['issuer']['aggregated']) || textOf(leaf['issuer']['CN']) : ''
  const serial = textOf(leaf['serial_number'])
  return {
    names: namesIn(leaf['all_domains']),
    index: Number.isSafeInteger(data['cert_index']) ? Number(data['cert_index']) : null,
    identity: serial && issuer ? `${serial}\n${issuer}` : null,
    isPrecertificate: data['update_type'] === 'PrecertLogEntry',
    log: textOf(source['name']) || textOf(source['url']),
  }
}
