import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { ingestFieldLimits, IngestLine } from '@signet/contract/collection/ingest'
import { isRecord } from '@signet/contract/narrow'
import { severityRank } from '@signet/contract/threats/severities'
import { threatSources, titleOf, type AnySource, type Kind, type SourceFields } from '@signet/contract/threats/sources'
import { dayMs } from '@signet/contract/time'
import { toutSources } from '@signet/contract/touts/tout-sources'
import { detailsOf } from '../../../app/refused-input.ts'
import { cutTitle, fingerprintOf, searchTextOf, type FoundThreat } from '../../threats/found/finding-threat.ts'
import { scoreOfSeverity } from '../../threats/found/severity-of-score.ts'

/** A line that was parsed. */
export interface IngestedThreat extends FoundThreat {
  kind: Kind
  category: string | null
  firstSeen: Date
  lastSeen: Date
}
/** The result of a line: a finding, or a message that says what is wrong with it. */
export type ReadLine = IngestedThreat | string

const sourcesOfKind: Record<Kind, ReadonlySet<AnySource>> = {
  threat: new Set(threatSources),
  tout: new Set(toutSources),
}
// Maximum length of an unknown field's name in a message.
const placeMax = 100
const aheadMaxMs = dayMs
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses one line of an ingest stream.
 *
 * @param bytes without the line break
 * @param now used as the time of a finding without times
 */
export function readIngestLine(source: AnySource, bytes: Buffer, now: Date): ReadLine {
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(bytes))
  } catch (error) {
    return error instanceof SyntaxError ? 'is not JSON' : 'is not UTF-8'
  }
  const result = z.safeParse(IngestLine, value)
  if (!result.success) {
    const [refused] = result.error.issues.flatMap((issue) => detailsOf(issue, value, ''))
    return `${refused?.path.slice(0, placeMax) || 'the line'}: ${refused?.message}`
  }
  const line = result.data
  if (!sourcesOfKind[line.kind].has(source)) return `kind: ${source} has no ${line.kind}s`
  const counter = { left: ingestFieldLimits.count }
  const fields = cleanFields(line.fields, counter, 1)
  if (typeof fields === 'string') return `fields: ${fields}`
  const lastSeen = line.lastSeen ? new Date(line.lastSeen) : now
  const firstSeen = line.firstSeen ? new Date(line.firstSeen) : lastSeen
  if (lastSeen.getTime() > now.getTime() + aheadMaxMs) return 'lastSeen: lies in the future'
  if (firstSeen.getTime() > lastSeen.getTime()) return 'firstSeen: lies after lastSeen'
  const title = cutTitle(titleOf(source, line.threatType, fields))
  return {
    id: randomUUID(),
    kind: line.kind,
    source,
    // A separate namespace: a collector's id must not match that of a scan's finding.
    fingerprint: fingerprintOf(source, `ingest\n${line.externalId}`),
    title,
    search: searchTextOf(source, title, fields, line.kind),
    threatType: line.threatType,
    severity: severityRank[line.severity],
    category: line.category ?? null,
    url: line.url ?? null,
    fields,
    brandId: null,
    class: null,
    score: scoreOfLine(line),
    indicators: (line.indicators ?? []).map(({ name, value: seen, contribution }) => ({
      name,
      ...(seen === undefined ? {} : { value: seen }),
      contribution,
    })),
    firstSeen,
    lastSeen,
  }
}

function scoreOfLine({ indicators, severity }: IngestLine): number {
  if (!indicators?.length) return scoreOfSeverity[severity]
  const sum = indicators.reduce((total, { contribution }) => total + contribution, 0)
  return Math.min(100, Math.max(0, sum))
}

/** The fields in NFC, or an error message. */
function cleanFields(
  fields: Readonly<Record<string, unknown>>,
  counter: { left: number },
  depth: number,
): SourceFields | string {
  if (depth > ingestFieldLimits.depth) return `are nested deeper than ${ingestFieldLimits.depth}`
  const clean: SourceFields = {}
  for (const [name, value] of Object.entries(fields)) {
    counter.left -= 1
    if (counter.left < 0) return `are more than ${ingestFieldLimits.count}`
    if (name.length > ingestFieldLimits.nameLength || !/^[\w][\w .-]*$/.test(name))
      return 'a name has a form that is refused'
    if (name === '__proto__') return 'a name has a form that is refused'
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) return `${name} holds NUL or broken characters`
      clean[name] = value.normalize('NFC')
    } else if (value === null || typeof value === 'boolean') clean[name] = value
    else if (typeof value === 'number') {
      if (!Number.isFinite(value)) return `${name} is too large a number`
      clean[name] = value
    } else if (isRecord(value)) {
      const inner = cleanFields(value, counter, depth + 1)
      if (typeof inner === 'string') return inner
      clean[name] = inner
    } else return `${name} must be text, a number, true, false, null or an object of these`
  }
  return clean
}
