import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { isRecord } from '@signet/contract/narrow'
import { secondMs } from '@signet/contract/time'
import { ConnectorError } from '../connector-error.ts'
import type { Access, SkippedRecord } from './connector.ts'

/** The observations of an answer, and its records that could not be read. */
export interface ReadRecords {
  observations: SourceObservation[]
  skipped: SkippedRecord[]
}

/**
 * Reads the records of an answer one by one, so that a malformed one costs only itself.
 *
 * @param records the list in the answer
 * @param schema of one record, with only the fields that are needed
 * @param observe null leaves a record out on purpose: it is not counted as skipped
 * @throws ConnectorError `API_ANSWER_CHANGED` if there is no list, or if no record is as documented
 */
export function readRecords<T>(
  { base }: Pick<Access, 'base'>,
  records: unknown,
  schema: z.ZodMiniType<T>,
  observe: (record: T) => SourceObservation | null,
): ReadRecords {
  const { host } = new URL(base)
  if (!Array.isArray(records)) throw new ConnectorError('API_ANSWER_CHANGED', { host, field: 'list' })
  const observations: SourceObservation[] = []
  const skipped: SkippedRecord[] = []
  for (const [index, record] of records.entries()) {
    const read = z.safeParse(schema, record)
    if (read.success) {
      const observation = observe(read.data)
      if (observation) observations.push(observation)
    } else {
      const field = read.error.issues[0]?.path.join('.') ?? ''
      skipped.push({ at: idOf(record) ?? String(index + 1), field })
    }
  }
  const [first] = skipped
  if (first && skipped.length === records.length && records.length > 1) {
    throw new ConnectorError('API_ANSWER_CHANGED', { host, field: first.field })
  }
  return { observations, skipped }
}

/**
 * Reads the one record of an answer.
 *
 * @throws ConnectorError `API_ANSWER_CHANGED` if it isn't as documented
 */
export function readOne<T>({ base }: Pick<Access, 'base'>, record: unknown, schema: z.ZodMiniType<T>): T {
  const read = z.safeParse(schema, record)
  if (read.success) return read.data
  const field = read.error.issues[0]?.path.join('.') ?? ''
  throw new ConnectorError('API_ANSWER_CHANGED', { host: new URL(base).host, field: field || 'record' })
}

/** The value at a path of an answer, e.g. `data.children` or `data.0`; undefined if there is none. */
export function valueAt(json: unknown, path: string): unknown {
  let value = json
  for (const step of path.split('.')) value = isRecord(value) || Array.isArray(value) ? stepIn(value, step) : undefined
  return value
}

const stepIn = (value: Record<string, unknown> | unknown[], step: string): unknown =>
  Array.isArray(value) ? value[Number(step)] : value[step]

/** A time as providers write it, in ISO 8601; one without a zone is in UTC. Null for anything else. */
export function timeIn(text: string | null | undefined): string | null {
  if (!text) return null
  const written = text.replace(/ UTC$/, 'Z')
  const hasZone = /(?:z|[+-]\d\d:?\d\d)$/i.test(written)
  const at = Date.parse(hasZone || !written.includes(':') ? written : `${written.replace(' ', 'T')}Z`)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** A time in seconds since 1970, in ISO 8601; null for a number that is none. */
export function timeOfSeconds(seconds: number): string | null {
  const at = new Date(seconds * secondMs)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** A host or an address as an address. */
export const addressOf = (text: string): string => (/^https?:\/\//i.test(text) ? text : `https://${text}`)

const idMax = 100

function idOf(record: unknown): string | null {
  const id = isRecord(record) ? record['id'] : null
  return typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, idMax) : null
}
