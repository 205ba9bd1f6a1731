import { isRecord, textIn } from '@signet/contract/narrow'
import { streamedCertificate } from './stream-message.ts'

/** A message of a certstream server as `signet read` prints it. */
export type StreamRecord =
  | { type: 'heartbeat' }
  | { type: 'dns_entries'; domains: string[] }
  | {
      type: string
      domains: string[]
      certIndex: number | null
      sha1: string | null
      sha256: string | null
      serial: string | null
      issuerCN: string | null
      /** Seconds since 1970. */
      notBefore: number | null
      notAfter: number | null
      log: string
    }

/**
 * A message of a certstream server with the facts of its certificate; those that an old server omits are null.
 *
 * @throws ConnectorError for anything else
 */
export function streamRecord(message: unknown): StreamRecord {
  const certificate = streamedCertificate(message)
  if (!certificate) return { type: 'heartbeat' }
  const { names: domains, index: certIndex, log } = certificate
  const data = fieldOf(message, 'data')
  const leaf = fieldOf(data, 'leaf_cert')
  if (!isRecord(leaf)) return { type: 'dns_entries', domains }
  return {
    type: textIn(data, 'update_type') ?? 'X509LogEntry',
    domains,
    certIndex,
    sha1: textIn(leaf, 'fingerprint') ?? textIn(leaf, 'sha1') ?? null,
    sha256: textIn(leaf, 'sha256') ?? null,
    serial: textIn(leaf, 'serial_number') ?? null,
    issuerCN: textIn(leaf['issuer'], 'CN') ?? null,
    notBefore: numberOf(leaf['not_before']),
    notAfter: numberOf(leaf['not_after']),
    log,
  }
}

const fieldOf = (value: unknown, name: string) => (isRecord(value) ? value[name] : undefined)
const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)
