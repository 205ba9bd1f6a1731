import { isObject, type Json, numberOf, textOf, textsOf } from '../narrow.ts'
import { ipOf, portOf, unique, utcOf } from './values.ts'

/** What httpx found out about a web service. Facts are null or empty if it didn't answer (`failed`). */
export interface HttpxResult {
  /** What httpx was asked to examine. */
  input: string | null
  url: string
  port: number | null
  ip: string | null
  /** The HTTP status; 0 without an answer. */
  status: number | null
  title: string | null
  server: string | null
  failed: boolean
  error: string | null
  /** Technologies, such as `Nginx:1.24.0`. */
  tech: string[]
  /** Names in DNS that the host stands for. */
  cnames: string[]
  tlsNames: string[]
  tlsNotAfter: string | null
  timestampUtc: string | null
}

/** Whether a record is one of httpx. */
export const isHttpx = (record: Json): boolean =>
  textOf(record['url']) !== null &&
  textOf(record['input']) !== null &&
  ['status_code', 'status-code', 'failed'].some((field) => field in record)

/**
 * Reads a result of httpx (-json); null for another record. Older versions write hyphens in the names of the fields.
 *
 * Source: Result of httpx 1.6, https://github.com/projectdiscovery/httpx (runner/types.go)
 */
export function readHttpx(record: Json): HttpxResult | null {
  const url = textOf(record['url'])
  if (url === null || !isHttpx(record)) return null
  const grab = record['tls'] ?? record['tls-grab']
  const tls = isObject(grab) ? grab : {}
  const addresses = textsOf(record['a'])
  return {
    input: textOf(record['input']),
    url,
    port: portOf(record['port']),
    ip: ipOf(record['host']) ?? ipOf(record['host_ip']) ?? ipOf(addresses[0]),
    status: numberOf(record['status_code'] ?? record['status-code']),
    title: textOf(record['title']),
    server: textOf(record['webserver']),
    failed: record['failed'] === true,
    error: textOf(record['error']),
    tech: textsOf(record['tech'] ?? record['technologies']),
    cnames: textsOf(record['cname'] ?? record['cnames']),
    tlsNames: tlsNames(tls),
    tlsNotAfter: utcOf(tls['not_after']),
    timestampUtc: utcOf(record['timestamp']),
  }
}

/** The names of the certificate, or its common name if it has none. */
function tlsNames(tls: Json): string[] {
  const names = textsOf(tls['subject_an'] ?? tls['dns_names'])
  return unique(names.length > 0 ? names : textsOf([tls['subject_cn'], tls['common_name']].flat()))
}
