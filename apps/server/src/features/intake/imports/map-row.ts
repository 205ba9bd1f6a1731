import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { ImportMapping, RowProblem } from '@signet/contract/collection/imports'
import type { ErrorParametersOf, ErrorReason } from '@signet/contract/errors/errors'
import { EnteredThreat } from '@signet/contract/threats/add-threats'
import { severities, severityRank } from '@signet/contract/threats/severities'
import type { AnySource, Kind, SourceInfo } from '@signet/contract/threats/sources'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'
import { dayMs } from '@signet/contract/time'
import { refanged } from '@signet/detection'
import type { BrokenRow, FileRow, RowKind, RowValue } from '@signet/readers/rows/rows'
import { detailsOf } from '../../../app/refused-input.ts'
import { detailOf } from '../../../errors.ts'
import { readOrProblem } from '../../threats/found/entered-threat.ts'
import { searchTextOf } from '../../threats/found/finding-threat.ts'
import { scoreOfSeverity } from '../../threats/found/severity-of-score.ts'
import type { IngestedThreat } from '../submissions/ingest-line.ts'

/** What a row is: a threat, nothing of the source, or what is wrong with it. */
export type MappedRow = { threat: IngestedThreat } | 'skipped' | { problem: RowProblem }

const rowLengthMax = 64 * 1024
const aheadMaxMs = dayMs

/** The file of a row. */
interface MappedFile {
  recordKind: Kind
  source: AnySource
  kind: RowKind
  mapping: ImportMapping
}

/**
 * Makes a threat of a row.
 *
 * @param now the time of rows without one
 */
export function mapRow(
  { recordKind, source, kind, mapping }: MappedFile,
  row: FileRow | BrokenRow,
  now: Date,
): MappedRow {
  const { line } = row
  const refuse = <R extends ErrorReason>(field: string, reason: R, parameters: ErrorParametersOf<R>): MappedRow => {
    const { path: _, ...why } = detailOf(field, reason, parameters)
    return { problem: { line, field, ...why } }
  }
  if ('broken' in row) {
    if (row.broken === 'tooLong') return refuse('', 'LINE_TOO_LONG', { max: rowLengthMax })
    return refuse('', row.broken === 'notJson' ? 'LINE_NOT_JSON' : 'QUOTE_NOT_CLOSED', {})
  }
  const valueIn = (column: string | undefined): RowValue | undefined =>
    column !== undefined && Object.hasOwn(row.values, column) ? row.values[column] : undefined
  const textIn = (column: string | undefined) => String(valueIn(column) ?? '').trim()
  const fields = fieldsOf(sourceInfoOf(recordKind, source), mapping, valueIn)
  if (Object.keys(fields).length === 0) return 'skipped'
  const [firstSeen, lastSeen] = [timeOf(valueIn(mapping.firstSeen)), timeOf(valueIn(mapping.lastSeen))]
  if (firstSeen === null) return refuse('firstSeen', 'NOT_A_DATE', {})
  if (lastSeen === null) return refuse('lastSeen', 'NOT_A_DATE', {})
  const category = textIn(mapping.category)
  const url = refanged(textIn(mapping.url))
  const entered = {
    threatType: optionOf(
      sourceInfoOf(recordKind, source).types,
      textIn(mapping.threatType.column) || mapping.threatType.otherwise,
    ),
    severity: optionOf(severities, textIn(mapping.severity.column) || mapping.severity.otherwise),
    ...(category ? { category } : {}),
    ...(url ? { url } : {}),
    fields,
  }
  const checked = z.safeParse(EnteredThreat, entered)
  if (!checked.success) {
    const [detail] = checked.error.issues.flatMap((issue) => detailsOf(issue, entered, ''))
    if (!detail) return refuse('', 'INVALID_VALUE', {})
    const { path, ...why } = detail
    return { problem: { line, field: path.replace(/^fields\./, '').slice(0, 100), ...why } }
  }
  const read = readOrProblem({ kind: recordKind, source, ...checked.data })
  if (!('fingerprint' in read)) {
    // Bundles and events have values of all sources.
    const isOther = read.reason === 'TITLE_NEEDED' && (kind === 'stix' || kind === 'misp')
    return isOther ? 'skipped' : { problem: { line, ...read } }
  }
  const last = lastSeen ?? firstSeen ?? now
  const first = firstSeen ?? last
  if (last.getTime() > now.getTime() + aheadMaxMs) return refuse(lastSeen ? 'lastSeen' : 'firstSeen', 'NOT_IN_PAST', {})
  if (first > last) return refuse('lastSeen', 'END_BEFORE_START', {})
  return {
    threat: {
      id: randomUUID(),
      kind: recordKind,
      source,
      fingerprint: read.fingerprint,
      title: read.title,
      search: searchTextOf(source, read.title, read.fields, recordKind),
      threatType: read.threatType,
      severity: severityRank[read.severity],
      category: read.category,
      url: read.url,
      fields: read.fields,
      brandId: null,
      class: null,
      score: scoreOfSeverity[read.severity],
      indicators: [],
      firstSeen: first,
      lastSeen: last,
    },
  }
}

/** The fields that have a value; addresses may be written so that they can't be opened. */
function fieldsOf(
  info: SourceInfo,
  mapping: ImportMapping,
  valueIn: (column: string) => RowValue | undefined,
): Record<string, RowValue> {
  const addresses = new Set(info.fields.flatMap(({ field, kind }) => (kind === 'address' ? [field] : [])))
  const fields: Record<string, RowValue> = {}
  for (const [field, column] of Object.entries(mapping.fields)) {
    const value = valueIn(column)
    if (value === undefined) continue
    fields[field] = typeof value === 'string' && addresses.has(field) ? refanged(value.trim()) : value
  }
  return fields
}

/** The option that is written this way, regardless of case; else the text itself, which is refused later. */
const optionOf = (options: readonly string[], text: string) =>
  options.find((option) => option.toLowerCase() === text.toLowerCase()) ?? text

const zoneOf = (written: string | undefined) => (written && /^[+-]/.test(written) ? written : 'Z')

/** Days between the first day of Excel's calendar and that of Unix time. */
const excelEpochDays = 25_569
const excelDaysMax = 73_050

/** The time in a cell, UTC unless it has a zone; undefined if the cell is empty, null if it contains something else. */
export function timeOf(value: RowValue | undefined): Date | null | undefined {
  if (value === undefined || value === '') return undefined
  // Excel stores times as days since 1900.
  if (typeof value === 'number' && value > excelEpochDays && value < excelDaysMax)
    return new Date(Math.round((value - excelEpochDays) * dayMs))
  const text = String(value).trim()
  const unix = /^\d{10}(?:\d{3})?$/.test(text) ? new Date(Number(text.padEnd(13, '0'))) : null
  if (unix) return unix
  const iso =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)( ?(?:Z|UTC|GMT)|[+-]\d{2}:?\d{2})?)?$/.exec(text)
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,? (\d{2}:\d{2}(?::\d{2})?))?$/.exec(text)
  const day = iso?.[1] ?? (german && `${german[3]}-${german[2]?.padStart(2, '0')}-${german[1]?.padStart(2, '0')}`)
  if (!day) return null
  const at = new Date(`${day}T${iso?.[2] ?? german?.[4] ?? '00:00'}${zoneOf(iso?.[3])}`)
  // A day that doesn't exist would become the next one.
  const isDay = new Date(`${day}T00:00Z`).toJSON()?.startsWith(day) ?? false
  return Number.isNaN(at.getTime()) || !isDay ? null : at
}
