import { createHash } from 'node:crypto'
import { UnreadableFile } from '../../file-kind.ts'
import { fieldsIn, idIn, isObject, type Json, listIn, numberIn, readItems, textIn, textsIn } from '../../narrow.ts'

/** An organization in a report. */
export interface XarfParty {
  org: string
  contact: string
  domain: string
}

/** Evidence of a report, without its content. */
export interface XarfEvidence {
  contentType: string
  description: string | null
  /** Size of the content. */
  bytes: number
  /** As the report gives it, e.g. `sha256:…`. */
  hash: string | null
  /** Whether the content has that hash; null if there is none. */
  isHashRight: boolean | null
}

/** An abuse report in XARF. */
export interface XarfReport {
  version: string
  /** Whether the version is no longer in use: reports of version 3 should not be sent. */
  retired: boolean
  reportId: string | null
  timestamp: string
  /** E.g. `content`. */
  category: string
  /** E.g. `phishing`. */
  type: string
  /** The address, host or account that is reported. */
  sourceIdentifier: string
  sourcePort: number | null
  url: string | null
  reporter: XarfParty
  /** Who sends the report for the reporter. */
  sender: XarfParty
  evidenceSource: string | null
  description: string | null
  evidence: XarfEvidence[]
  tags: string[]
  /** The fields of its type, with the names of the standard. */
  details: Record<string, unknown>
  skipped: number
}

const categories = new Set('messaging content copyright connection vulnerability infrastructure reputation'.split(' '))
/** The fields of all types. `_internal` is what a sender notes for itself, which must not be passed on. */
const commonFields = new Set(
  [
    'xarf_version report_id timestamp reporter sender source_identifier source_port category type',
    'evidence_source evidence tags description url _internal',
  ].flatMap((names) => names.split(' ')),
)

/** Whether a value is a report of version 4, or of version 3. */
export function isXarf(answer: unknown): boolean {
  return textIn(answer, 'xarf_version') !== null || isRetired(answer)
}

const isRetired = (answer: unknown) =>
  textIn(answer, 'Version') !== null &&
  isObject(answer) &&
  isObject(answer['Report']) &&
  isObject(answer['ReporterInfo'])

/**
 * Reads an abuse report.
 *
 * Source: XARF 4.2, https://github.com/xarf/xarf-spec, and its schema of version 3.
 *
 * @throws UnreadableFile when a field is missing that each report must have
 */
export function readXarf(answer: unknown): XarfReport {
  if (!isObject(answer)) throw new UnreadableFile('damaged', 'the report is no object')
  return isRetired(answer) ? readVersion3(answer) : readVersion4(answer)
}

function readVersion4(report: Json): XarfReport {
  const [version, category] = [required(report, 'xarf_version'), required(report, 'category')]
  if (!/^4\.\d+\.\d+$/.test(version)) throw new UnreadableFile('damaged', 'the version is unknown')
  if (!categories.has(category)) throw new UnreadableFile('damaged', 'the category is unknown')
  const { items, skipped } = readItems(listIn(report, 'evidence'), (item) =>
    evidenceOf(
      textIn(item, 'content_type'),
      textIn(item, 'payload'),
      textIn(item, 'hash'),
      textIn(item, 'description'),
    ),
  )
  return {
    version,
    retired: false,
    reportId: required(report, 'report_id'),
    timestamp: required(report, 'timestamp'),
    category,
    type: required(report, 'type'),
    sourceIdentifier: required(report, 'source_identifier'),
    sourcePort: numberIn(report, 'source_port'),
    url: textIn(report, 'url'),
    reporter: partyOf(report, 'reporter'),
    sender: partyOf(report, 'sender'),
    evidenceSource: textIn(report, 'evidence_source'),
    description: textIn(report, 'description'),
    evidence: items,
    tags: textsIn(report, 'tags'),
    details: Object.fromEntries(Object.entries(report).filter(([field]) => !commonFields.has(field))),
    skipped,
  }
}

function required(of: Json, field: string): string {
  const text = idIn(of, field)
  if (text === null) throw new UnreadableFile('damaged', `the field ${field} is missing`)
  return text
}

function partyOf(report: Json, field: string): XarfParty {
  const party = fieldsIn(report, field)
  return { org: required(party, 'org'), contact: required(party, 'contact'), domain: required(party, 'domain') }
}

function evidenceOf(
  contentType: string | null,
  payload: string | null,
  hash: string | null,
  description: string | null,
): XarfEvidence | null {
  if (contentType === null || payload === null) return null
  const content = Buffer.from(payload, 'base64')
  const [, algorithm, digest] = /^(md5|sha1|sha256|sha512):([0-9a-f]+)$/i.exec(hash ?? '') ?? []
  const isHashRight =
    algorithm && digest
      ? createHash(algorithm.toLowerCase()).update(content).digest('hex') === digest.toLowerCase()
      : null
  return { contentType, description, bytes: content.length, hash, isHashRight }
}

/** The classes of version 3 are the categories of version 4, but for its first one. */
const categoryOfClass = (name: string) => (name === 'Activity' ? 'connection' : name.toLowerCase())

function readVersion3(answer: Json): XarfReport {
  const [info, report] = [fieldsIn(answer, 'ReporterInfo'), fieldsIn(answer, 'Report')]
  const source = fieldsIn(report, 'Source')
  const url = textIn(source, 'URL')
  const sourceIdentifier = idIn(source, 'IP') ?? idIn(source, 'Domain') ?? url ?? idIn(source, 'Value')
  if (sourceIdentifier === null) throw new UnreadableFile('damaged', 'the field Source is missing')
  const reporter = {
    org: textIn(info, 'ReporterOrg') ?? '',
    contact: textIn(info, 'ReporterContactEmail') ?? textIn(info, 'ReporterOrgEmail') ?? '',
    domain: textIn(info, 'ReporterOrgDomain') ?? '',
  }
  const { items, skipped } = readItems(listIn(report, 'Attachment'), (item) =>
    evidenceOf(textIn(item, 'ContentType'), textIn(item, 'Data'), null, textIn(item, 'Description')),
  )
  return {
    version: required(answer, 'Version'),
    retired: true,
    reportId: idIn(report, 'ReportID'),
    timestamp: required(report, 'Date'),
    category: categoryOfClass(required(report, 'ReportClass')),
    type: required(report, 'ReportType'),
    sourceIdentifier,
    sourcePort: numberIn(source, 'Port'),
    url,
    reporter,
    sender: reporter,
    evidenceSource: null,
    description: null,
    evidence: items,
    tags: [],
    details: fieldsIn(report, 'AdditionalInfo'),
    skipped,
  }
}
