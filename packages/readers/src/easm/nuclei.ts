import { createHash } from 'node:crypto'
import { isObject, type Json, numberOf, textOf, textsOf } from '../narrow.ts'
import { hostOf, ipOf, portOf, unique, utcOf } from './values.ts'

/** A finding of nuclei. */
export interface NucleiFinding {
  templateId: string
  name: string | null
  /** `info`, `low`, `medium`, `high`, `critical` or `unknown`. */
  severity: string
  tags: string[]
  /** The protocol of the template, such as `http`, `dns` or `ssl`. */
  type: string | null
  hostName: string | null
  matchedAt: string | null
  ip: string | null
  port: number | null
  matcherName: string | null
  /** What the template extracted from the response. */
  extracted: string[]
  /** In upper case. */
  cves: string[]
  cwes: string[]
  cvss: number | null
  timestampUtc: string | null
  /** The SHA-256 of the response, which can be large and hold other people's data; null if the report has no response. */
  responseSha256: string | null
  /** The same in every scan that finds the same: template, place and matcher. */
  dedupeKey: [string, string | null, string | null]
}

const severities = new Set(['info', 'low', 'medium', 'high', 'critical'])

/** The id of a record's template; null for a record of another program. */
export const templateOf = (record: Json): string | null =>
  isObject(record['info']) ? textOf(record['template-id'] ?? record['templateID']) : null

/**
 * Reads a result of nuclei, of a report with one per line (-jsonl) or of its JSON export (-je); null for another record. Older versions
 * name the fields differently.
 *
 * Source: ResultEvent of nuclei 3 and 2, https://github.com/projectdiscovery/nuclei (pkg/output/output.go)
 */
export function readNuclei(record: Json): NucleiFinding | null {
  const templateId = templateOf(record)
  if (templateId === null) return null
  const info = isObject(record['info']) ? record['info'] : {}
  const rating = isObject(info['classification']) ? info['classification'] : {}
  const severity = textOf(info['severity'])?.toLowerCase() ?? ''
  const matchedAt = textOf(record['matched-at'] ?? record['matched'])
  const matcherName = textOf(record['matcher-name'] ?? record['matcher_name'])
  const response = record['response']
  return {
    templateId,
    name: textOf(info['name']),
    severity: severities.has(severity) ? severity : 'unknown',
    tags: listOf(info['tags']),
    type: textOf(record['type']),
    hostName: hostOf(record['host']) ?? hostOf(record['url']) ?? hostOf(matchedAt),
    matchedAt,
    ip: ipOf(record['ip']),
    port: portOf(record['port']),
    matcherName,
    extracted: textsOf(record['extracted-results'] ?? record['extracted_results']),
    cves: unique(listOf(rating['cve-id']).map((id) => id.toUpperCase())),
    cwes: unique(listOf(rating['cwe-id']).map((id) => id.toUpperCase())),
    cvss: numberOf(rating['cvss-score']),
    timestampUtc: utcOf(record['timestamp']),
    responseSha256: typeof response === 'string' ? createHash('sha256').update(response).digest('hex') : null,
    dedupeKey: [templateId, matchedAt, matcherName],
  }
}

/** A list, which older versions write as one text with commas. */
const listOf = (value: unknown): string[] => (typeof value === 'string' ? textsOf(value.split(',')) : textsOf(value))
