import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { ingestFieldLimits, IngestLine } from '@signet/contract/collection/ingest'
import type { ErrorDetail, ErrorParametersOf, ErrorReason } from '@signet/contract/errors/errors'
import { isRecord } from '@signet/contract/narrow'
import { fittedFields } from '@signet/contract/threats/field-kinds'
import { severityRank } from '@signet/contract/threats/severities'
import {
  fieldOf,
  kinds,
  threatSources,
  titleFieldOf,
  titleOf,
  type AnySource,
  type Kind,
  type SourceFields,
} from '@signet/contract/threats/sources'
import { dayMs } from '@signet/contract/time'
import { sourceInfoOf, toutSources } from '@signet/contract/touts/tout-sources'
import type { RuleHit } from '@signet/detection'
import { detailsOf } from '../../../app/refused-input.ts'
import { detailOf } from '../../../errors.ts'
import { cutTitle, fingerprintOf, searchTextOf, type FoundThreat } from '../../threats/found/finding-threat.ts'
import { scoreOfSeverity } from '../../threats/found/severity-of-score.ts'

/** A line that was parsed. */
export interface IngestedThreat extends FoundThreat {
  kind: Kind
  category: string | null
  firstSeen: Date
  lastSeen: Date
  /** The rules of the company that it meets, if that was found out with more than the threat says. */
  hits?: readonly RuleHit[]
}
/** The result of a line: a finding, or what is wrong with it. The path of an error of the whole line is empty. */
export type ReadLine = { threat: IngestedThreat } | Refused

interface Refused {
  refused: ErrorDetail
}

const sourcesOfKind: Record<Kind, ReadonlySet<AnySource>> = {
  threat: new Set(threatSources),
  tout: new Set(toutSources),
}
// Maximum length of the path in an error, which may contain the name of an unknown field.
const pathMax = 100
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
    return refusal('', error instanceof SyntaxError ? 'LINE_NOT_JSON' : 'LINE_NOT_UTF8', {})
  }
  const result = z.safeParse(IngestLine, value)
  if (!result.success) {
    const [refused] = result.error.issues.flatMap((issue) => detailsOf(issue, value, ''))
    return refused
      ? { refused: { ...refused, path: refused.path.slice(0, pathMax) } }
      : refusal('', 'INVALID_VALUE', {})
  }
  const line = result.data
  if (!sourcesOfKind[line.kind].has(source)) {
    const options = kinds.filter((kind) => sourcesOfKind[kind].has(source)).join(', ')
    return refusal('kind', 'NOT_AN_OPTION', { options })
  }
  const { types } = sourceInfoOf(line.kind, source)
  if (!types.includes(line.threatType)) return refusal('threatType', 'TYPE_NOT_OF_SOURCE', { types: types.join(', ') })
  const counter = { left: ingestFieldLimits.count }
  const clean = cleanFields(line.fields, counter, ['fields'])
  if ('refused' in clean) return clean
  const fields = fittedFields(line.kind, source, clean.fields)
  const titleField = titleFieldOf(source, line.threatType, fields)
  if (!fieldOf(fields, titleField)) return refusal(`fields.${titleField}`, 'TITLE_NEEDED', {})
  const lastSeen = line.lastSeen ? new Date(line.lastSeen) : now
  const firstSeen = line.firstSeen ? new Date(line.firstSeen) : lastSeen
  if (lastSeen.getTime() > now.getTime() + aheadMaxMs) return refusal('lastSeen', 'NOT_IN_PAST', {})
  if (firstSeen.getTime() > lastSeen.getTime()) return refusal('lastSeen', 'END_BEFORE_START', {})
  const title = cutTitle(titleOf(source, line.threatType, fields))
  const threat: IngestedThreat = {
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
  return { threat }
}

function refusal<R extends ErrorReason>(path: string, reason: R, parameters: ErrorParametersOf<R>): Refused {
  return { refused: detailOf(path.slice(0, pathMax), reason, parameters) }
}

function scoreOfLine({ indicators, severity }: IngestLine): number {
  if (!indicators?.length) return scoreOfSeverity[severity]
  const sum = indicators.reduce((total, { contribution }) => total + contribution, 0)
  return Math.min(100, Math.max(0, sum))
}

/** The fields in NFC; the steps are the path to them. */
function cleanFields(
  fields: Readonly<Record<string, unknown>>,
  counter: { left: number },
  steps: readonly string[],
): { fields: SourceFields } | Refused {
  const { depth, count, nameLength } = ingestFieldLimits
  const place = steps.join('.')
  if (steps.length > depth) return refusal(place, 'TOO_DEEP', { max: depth })
  const clean: SourceFields = {}
  for (const [name, value] of Object.entries(fields)) {
    counter.left -= 1
    if (counter.left < 0) return refusal('fields', 'TOO_MANY_KEYS', { max: count })
    if (name.length > nameLength || !/^[\w][\w .-]*$/.test(name) || name === '__proto__')
      return refusal(place, 'NAME_NOT_CLEAN', {})
    const at = `${place}.${name}`
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) return refusal(at, 'TEXT_NOT_CLEAN', {})
      clean[name] = value.normalize('NFC')
    } else if (value === null || typeof value === 'boolean') clean[name] = value
    else if (typeof value === 'number') {
      if (!Number.isFinite(value)) return refusal(at, 'VALUE_NOT_STORABLE', {})
      clean[name] = value
    } else if (isRecord(value)) {
      const inner = cleanFields(value, counter, [...steps, name])
      if ('refused' in inner) return inner
      clean[name] = inner.fields
    } else return refusal(at, 'INVALID_TYPE', { expected: 'field' })
  }
  return { fields: clean }
}
